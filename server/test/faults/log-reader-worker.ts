import { setTimeout } from "node:timers/promises";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { startReader, subscribingFeature, testSubscription } from "../subscriber.ts";

// A worker with the subscriber under test: a process of its own, to be killed. A batch takes long enough to be killed in.
const config = readConfig(process.env);
const app = await createApp(config, { extraFeatures: [subscribingFeature(`worker ${process.pid}`, () => setTimeout(20))] });
startReader(config.databaseUrl, app.execute, [testSubscription()]);
