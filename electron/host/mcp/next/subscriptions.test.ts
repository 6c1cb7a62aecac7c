import { expect } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { Subscriptions, type Wanted } from "./subscriptions.ts";

verifies("MCP-02", "a resource that the server refuses to watch spoils no other", async () => {
  const heard: Wanted[] = [];
  const subscriptions = new Subscriptions(
    {},
    {
      listen: async (wanted) => {
        if (wanted.resourceSubscriptions?.includes("bad:x") === true) throw new Error("unknown resource");
        heard.push(wanted);
        return { close: async () => undefined, closed: new Promise(() => undefined) };
      },
      onMissed: () => expect.fail("nothing was missed"),
      warn: ({ text }) => expect.fail(text),
      isRefusal: () => true,
    },
  );
  const refused = expect(subscriptions.add("bad:x")).rejects.toThrow("unknown resource");
  await subscriptions.add("good:a");
  await refused;
  await subscriptions.add("good:b");
  expect(heard.map((one) => one.resourceSubscriptions)).toEqual([["good:a"], ["good:a", "good:b"]]);
  subscriptions.end();
});
