-- in batches: idempotency_keys
-- Answers that were stored with a secret in clear. A repeat of such a call is told that it was done.
update idempotency_keys k set answer = null, packed = null
from unnest($1::uuid[], $2::uuid[]) as batch (company_id, id)
where k.company_id = batch.company_id and k.id = batch.id
  and k.operation in ('webhooks.create', 'webhooks.rotateSecret', 'leadSending.createDestination', 'leadSending.rotateDestinationSecret',
    'leadSending.createCode', 'leadSending.renewCode');
