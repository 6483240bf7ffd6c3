import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  MAX_FIELDS,
  readFormBody,
  readJsonBody,
  type FormBody,
  type FoundForm,
  type Intake,
  type Sender,
} from "../../features/leads/index.ts";
import { AppError, type FieldError } from "../../kernel/errors.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "../html.ts";
import { parseJson } from "../json-body.ts";
import { fromHttp, sendProblem, setErrorHeaders } from "../problem.ts";
import { answerUnmatched } from "../unmatched.ts";

const BODY_BYTES = 65_536;
const FORM = "application/x-www-form-urlencoded";

/** Any site may send and read the answer, which says nothing about anybody. No cookie is asked for or set. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "no-store",
};
const PREFLIGHT = {
  ...OPEN,
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "86400",
};

export interface FormSurface {
  intake: Intake;
  /** The form again, with what was written and what is wrong with it. */
  showErrors?(request: FastifyRequest, reply: FastifyReply, form: FoundForm, body: FormBody, errors: FieldError[]): unknown;
}

type FormRequest = FastifyRequest<{ Params: { form: string } }>;

/** The forms' own addresses: a submission, and a token for whoever begins to write one. */
export async function formRoutes(server: FastifyInstance, surface: FormSurface): Promise<void> {
  const { intake } = surface;
  acceptForms(server);
  server.setErrorHandler((error, request, reply) => answerError(request, reply, error));

  server.options("/f/:form", (_request, reply) => reply.code(204).headers(PREFLIGHT).send());

  server.get("/f/:form/token", async (request: FormRequest, reply) => {
    reply.headers(OPEN);
    const form = await intake.find(request.params.form, request.ip);
    return form ? intake.issueToken(form, request.ip) : answerNoForm(request, reply);
  });

  const onRequest = async (request: FormRequest, reply: FastifyReply) => {
    reply.headers(OPEN);
    intake.checkSender(request.params.form, request.ip);
  };
  server.post("/f/:form", { onRequest, bodyLimit: BODY_BYTES }, async (request: FormRequest, reply) => {
    const form = await intake.find(request.params.form, request.ip);
    if (!form) return answerNoForm(request, reply);
    const body = request.body instanceof Map ? (request.body as FormBody) : readJsonBody(asObject(request.body));
    if (body.size > MAX_FIELDS) throw new AppError(413, "too_many_fields", `A form has at most ${MAX_FIELDS} fields.`);
    try {
      await intake.receive(form, body, senderOf(request));
    } catch (error) {
      if (isForm(request) && surface.showErrors && error instanceof AppError && error.status === 422)
        return surface.showErrors(request, reply, form, body, error.errors);
      throw error;
    }
    if (isForm(request)) return reply.redirect(form.redirect_url ?? `/f/${form.public_id}?sent=1`, 303);
    return reply.code(202).send({ received: true });
  });
}

/** JSON as text needs no preflight; a form without script is urlencoded. */
function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = (read: (text: string) => unknown) => async (request: FastifyRequest, text: string | Buffer) => {
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") throw new AppError(415, "media_type", "Send the body without compression.");
    return read(String(text));
  };
  server.addContentTypeParser(["application/json", "text/plain"], { parseAs: "string" }, parse(parseJson));
  server.addContentTypeParser(FORM, { parseAs: "string" }, parse(readFormBody));
}

const isForm = (request: FastifyRequest) => (request.headers["content-type"] ?? "").toLowerCase().startsWith(FORM);

function asObject(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError(400, "bad_request", "Send the form's fields as a JSON object.");
}

function senderOf(request: FastifyRequest): Sender {
  const { origin, referer, "user-agent": userAgent } = request.headers;
  return { ip: request.ip, origin, referer, userAgent };
}

/** A form that never was, is paused or is not published yet: the same answer. */
function answerNoForm(request: FastifyRequest, reply: FastifyReply) {
  answerUnmatched(request, reply);
  return reply;
}

/** A program reads what is wrong; a visitor without script reads a page. */
function answerError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  if (!isForm(request)) return sendProblem(request, reply, asLead(thrown));
  const error = asLead(thrown);
  request.errorCode = error.code;
  setErrorHeaders(reply, error);
  const errors = error.errors.map(({ message }) => message);
  const advice = "Go back to the form: what you wrote is still there.";
  void reply
    .code(error.status)
    .headers({ "content-type": "text/html; charset=UTF-8", "content-security-policy": PLAIN_PAGE_CSP })
    .send(
      plainPage(
        "Not sent yet",
        `${(errors.length > 0 ? errors : [error.message]).map((one) => `<p>${escapeHtml(one)}</p>`).join("")}<p>${advice}</p>`,
      ),
    );
}

function asLead(thrown: unknown): AppError {
  const error = fromHttp(thrown);
  if (error.code === "body_too_large") return new AppError(413, error.code, "What was sent is larger than 64 kB. Write less.");
  if (error.code === "media_type") return new AppError(415, error.code, "Send the form as JSON or as a posted form.");
  return error;
}
