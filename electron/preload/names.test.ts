import { expect } from "vitest";
import { appEvents, appRequests, events, MAX_REQUEST_CHARS, requests } from "../../shared/contract/index.ts";
import { verifies } from "../../test/verifies.ts";
import { appRequestNames, eventNames, hostRequestNames, maxRequestChars } from "./names.ts";

verifies("ARCH-03", "the page is given exactly the names of the contract", () => {
  expect([...hostRequestNames].sort()).toEqual(Object.keys(requests).sort());
  expect([...appRequestNames].sort()).toEqual(Object.keys(appRequests).sort());
  expect([...eventNames].sort()).toEqual([...Object.keys(events), ...Object.keys(appEvents)].sort());
  expect(maxRequestChars).toBe(MAX_REQUEST_CHARS);
});
