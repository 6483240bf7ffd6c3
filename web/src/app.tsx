import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "./api.ts";
import { PasswordGate } from "./features/sessions/index.ts";
import { FeaturesProvider } from "./manifest.ts";
import { createAppRouter, manifests } from "./router.tsx";
import { readNonce } from "./ui/browser.ts";
import { ToastProvider } from "./ui/toast.tsx";
import { resolver, theme } from "./ui/theme.ts";

const RETRIES = 2;

export function App() {
  const [{ client, router }] = useState(createApp);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={readNonce}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <PasswordGate>
            <FeaturesProvider value={manifests}>
              <RouterProvider router={router} />
            </FeaturesProvider>
          </PasswordGate>
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function createApp() {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError && error.code === "sign_in_needed")) return;
    const { pathname, href } = router.state.location;
    if (pathname !== "/sign-in") void router.navigate({ to: "/sign-in", search: { next: href } });
  };
  const client = new QueryClient({
    // Not for `me`: the route that reads it decides what an anonymous visitor sees.
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== "members.me" && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    // Also when the browser says it is offline: a failed call shows an error, a paused one shows nothing.
    defaultOptions: {
      queries: { networkMode: "always", staleTime: 10_000, retry: (count, error) => count < RETRIES && isTemporary(error) },
      mutations: { networkMode: "always" },
    },
  });
  const router = createAppRouter(client);
  return { client, router };
}

// Retry only errors that may be gone in a moment. A refusal stays a refusal.
const isTemporary = (error: Error) =>
  error instanceof ApiError && (error.status === 503 || error.status === 502 || error.code === "too_many_requests");
