/** The address of a call to the Kith that the account is connected to. */
export const addressOf = (bundle, path) => `${bundle.authData.url.replace(/\/{1,9}$/, "")}/api/v1${path}`;

export const authentication = {
  type: "custom",
  fields: [
    { key: "url", label: "Address", required: true, type: "string", helpText: "Of your Kith, such as https://crm.example.com" },
    {
      key: "api_key",
      label: "API key",
      required: true,
      type: "password",
      helpText: "In Kith: Profile → API & Connectors → Add. To start Zaps it must be the key of an Admin.",
    },
  ],
  test: async (z, bundle) => (await z.request({ url: addressOf(bundle, "/me") })).data,
  connectionLabel: "{{user.name}}, {{company.name}}",
};

/** Every request has the key, and says which program it comes from: Kith shows that beside the key. */
function sign(request, _z, bundle) {
  request.headers = { ...request.headers, "x-api-key": bundle.authData.api_key, "user-agent": "Zapier/1" };
  // A refusal is answered in the words of Kith, below.
  request.skipThrowForStatus = true;
  return request;
}

/** Says what to do, in the words of Kith. */
function explain(response, z) {
  const { status } = response;
  if (status < 400) return response;
  // There is nothing to unsubscribe any more.
  if (status === 404 && response.request.method === "DELETE") return response;
  const { detail = `Kith answered ${status}.`, code = "unknown" } = readProblem(response.content);
  if (status === 401)
    throw new z.errors.ExpiredAuthError(
      "Kith does not accept this API key. Add a new one in Kith under Profile → API & Connectors, and reconnect.",
    );
  if (status === 429) throw new z.errors.ThrottledError(detail, Number(response.getHeader("retry-after")) || 60);
  throw new z.errors.Error(detail, code, status);
}

function readProblem(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export const befores = [sign];
export const afters = [explain];
