import { request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request unchanged: fetch() sets Host itself, normalizes paths and refuses some methods. */
export function raw(url: string, method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { host: "localhost", connection: "close", ...headers } }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((answer) => resolve({ status, headers: response.headers, body: answer }), reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}
