import { memberId } from "../src/features/members/operations.ts";
import { notificationId } from "../src/features/notifications/operations.ts";
import { recordId } from "../src/features/records/inputs.ts";
import { newId } from "../src/platform/random.ts";
import type { Person, Service } from "./service.ts";
import { companyOf } from "./website-leads.ts";

/** A notification of this person about one of their records, as if a colleague had given it to them. */
export async function giveNotification(service: Service, owner: Person, record: string): Promise<string> {
  const id = newId();
  await service.database.query(
    `insert into notifications (company_id, id, user_id, kind, group_id, count, subject_type, subject_id, type_id, at)
     select $1, $2, $3, 'assignment', $2, 1, 'rec', r.id, r.type_id, now() from records r where r.company_id = $1 and r.id = $4`,
    [await companyOf(service, owner), id, memberId.decode(owner.userId), recordId.decode(record)],
  );
  return notificationId.encode(id);
}
