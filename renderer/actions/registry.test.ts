import { expect, it } from "vitest";
import { actionsOf, registerActions, runAction, useRegistry, type Action } from "./registry.ts";

it("lets the latest action of an id win while it is there, and runs none that cannot be done", () => {
  const done: string[] = [];
  const action = (title: string, change: Partial<Action> = {}): Action => ({
    id: "session.stop",
    title,
    section: "session",
    run: () => done.push(title),
    ...change,
  });
  const endOuter = registerActions([action("outer")]);
  const endInner = registerActions([action("inner")]);
  expect(actionsOf(useRegistry.getState().groups).map((one) => one.title)).toEqual(["inner"]);
  expect(runAction("session.stop")).toBe(true);
  endInner();
  expect(runAction("session.stop")).toBe(true);
  expect(done).toEqual(["inner", "outer"]);
  endOuter();
  expect(runAction("session.stop")).toBe(false);
  const endDisabled = registerActions([action("off", { isEnabled: false })]);
  expect(runAction("session.stop")).toBe(false);
  endDisabled();
});
