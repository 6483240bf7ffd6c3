import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FormBody, type FoundForm, type Intake, readForm } from "../../features/leads/index.ts";
import type { FieldError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { showId } from "../../platform/ids.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "../html.ts";
import { fromHttp, sendProblem, setErrorHeaders } from "../problem.ts";
import { answerUnmatched } from "../unmatched.ts";
import { formTree, type ShownForm } from "./form-tree.ts";
import { formPage, pagePolicy, type PageSetting } from "./page.ts";
import { element } from "./tree.ts";

const DESCRIPTION = ".json";
/** The description is the same for everybody, and read by pages of every site. */
const OPEN = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=60",
};

interface HostedNeeds {
  intake: Intake;
  execute: Execute;
  baseUrl: string;
}

type FormRequest = FastifyRequest<{ Params: { form: string }; Querystring: { sent?: string } }>;

/** What a visitor is shown: the hosted page of a form, and the description that the script makes a form of. */
export function createHostedForms({ intake, execute, baseUrl }: HostedNeeds) {
  async function show(form: FoundForm): Promise<ShownForm> {
    const described = await asSystem(execute, form.company_id)(readForm, { source: showId("src", form.id) });
    const consent = form.consent_text ? { text: form.consent_text, is_required: form.is_consent_required } : null;
    return { ...form, ...described, url: `${baseUrl}/f/${form.public_id}`, consent };
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, form: FoundForm, setting: PageSetting): Promise<unknown> {
    const shown = await show(form);
    const hidden = {
      ...tokenFor(form, request.ip),
      ...consentOf(form),
      _page: `${baseUrl}${request.url}`,
      _referrer: request.headers.referer ?? "",
    };
    return reply
      .headers({ "content-type": "text/html; charset=UTF-8", "cache-control": "no-store", "content-security-policy": pagePolicy(shown) })
      .send(formPage(shown, { hidden, ...setting }));
  }

  /** The words beside the box go back with the form, as they were shown. */
  function consentOf(form: FoundForm): Record<string, string> {
    const sealed = intake.sealConsent(form);
    return sealed ? { _consent: sealed } : {};
  }

  /** For visitors without script: since when they write. Whoever asked for too many gets none. */
  function tokenFor(form: FoundForm, ip: string): Record<string, string> {
    try {
      return { _token: intake.issueToken(form, ip).token };
    } catch {
      return {};
    }
  }

  async function routes(server: FastifyInstance): Promise<void> {
    server.setErrorHandler((error, request, reply) => answerError(request, reply, error));
    server.get("/f/:form", async (request: FormRequest, reply) => {
      const { form: name } = request.params;
      const isDescription = name.endsWith(DESCRIPTION);
      const form = await intake.find(isDescription ? name.slice(0, -DESCRIPTION.length) : name, request.ip);
      if (!form) {
        answerUnmatched(request, reply);
        return reply;
      }
      if (!isDescription) return sendPage(request, reply, form, { isSent: request.query.sent === "1" });
      const shown = await show(form);
      const top = shown.intro && element("p", { class: "kith-intro" }, shown.intro);
      return reply.headers(OPEN).send(formTree(shown, { hidden: consentOf(form), next: shown.redirect_url, top: [top] }));
    });
  }

  return {
    routes,
    /** The page again for a visitor without script, with what was written and what is wrong with it. */
    showErrors: (request: FastifyRequest, reply: FastifyReply, form: FoundForm, body: FormBody, errors: FieldError[]) =>
      sendPage(request, reply.code(422), form, { sent: { values: Object.fromEntries(body), errors } }),
  };
}

function answerError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  if (request.url.includes(DESCRIPTION)) return sendProblem(request, reply.headers(OPEN).header("cache-control", "no-store"), thrown);
  const error = fromHttp(thrown);
  setErrorHeaders(reply, error);
  void reply
    .code(error.status)
    .headers({ "content-type": "text/html; charset=UTF-8", "cache-control": "no-store", "content-security-policy": PLAIN_PAGE_CSP })
    .send(plainPage("Not available just now", `<p>${escapeHtml(error.message)}</p>`));
}
