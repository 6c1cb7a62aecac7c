import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, describe, expect } from "vitest";
import type { ServerDefinition } from "../../shared/contract/index.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask } from "./drive.ts";
import { addServer } from "./forms.ts";
import { withApp } from "./opened.ts";

const fixture = (name: string): string =>
  path.resolve(import.meta.dirname, "../fixtures/servers", `${name}.ts`);

let app: TestApp;
const servers: Server[] = [];

const answering = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** Servers that cannot be reached or started, and what must be read of them. */
const failing: readonly {
  readonly what: string;
  readonly name: string;
  readonly transport: () => Promise<ServerDefinition["transport"]>;
  readonly cause: RegExp;
  readonly next: RegExp;
  /** A remedy of its own, where the text is too long for a card. */
  readonly button?: string | RegExp;
}[] = [
  {
    what: "a web page",
    name: "webpage",
    transport: async () => ({
      kind: "http",
      url: await answering((_request, response) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
      }),
    }),
    cause: /is a web page, not an MCP server/,
    next: /Give the address of the server itself/,
  },
  {
    what: "no access",
    name: "forbidden",
    transport: async () => ({
      kind: "http",
      url: await answering((_request, response) => {
        response.writeHead(403).end("Members only.");
      }),
    }),
    cause: /refuses access \(HTTP 403\)/,
    next: /Sign in with another account, or give the header it asks for/,
    button: "Sign in",
  },
  {
    what: "nobody at the port",
    name: "nobody",
    transport: async () => {
      const url = await answering(() => undefined);
      await new Promise((resolve) => servers.at(-1)?.close(resolve));
      return { kind: "http", url };
    },
    cause: /nothing listens there \(ECONNREFUSED\)/,
    next: /Start it, or check the port/,
  },
  {
    what: "last words that turn the text around",
    name: "turning",
    transport: async () => ({
      kind: "stdio",
      command: process.execPath,
      args: ["-e", 'console.error("no \\u202eyek\\u202c here"); process.exit(1)'],
    }),
    cause: /Its last word was: no \S{1,8}202E\S{0,3}yek\S{1,8}202C\S{0,3} here/,
    next: /Check its command, arguments and environment/,
  },
  {
    what: "a working folder that is a file",
    name: "folder",
    transport: async () => ({ kind: "stdio", command: process.execPath, cwd: fixture("plain") }),
    cause: /plain\.ts" is a file/,
    next: /Give the folder/,
  },
];

afterAll(() => {
  for (const server of servers) server.close();
});
withApp((opened) => {
  app = opened;
});

/** Puts a failed server right by its own button: changes the definition and starts it again. */
const putRight = async (field: string, value: string): Promise<void> => {
  const { page } = app;
  await page.getByRole("alert").getByRole("button", { name: "Edit definition" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit server" });
  await dialog.getByRole("textbox", { name: field }).fill(value);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const consent = page.getByRole("dialog", { name: /^Start / });
  await page
    .getByRole("button", { name: "Start again" })
    .or(page.getByRole("button", { name: "Start", exact: true }))
    .first()
    .click();
  await consent
    .or(page.getByText("Ready", { exact: true }))
    .or(page.getByText("Starting", { exact: true }))
    .first()
    .waitFor();
  if (await consent.isVisible()) await consent.getByRole("button", { name: "Start server" }).click();
  await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
};

describe("servers that do not start", () => {
  verifies(
    ["UI-03", "MCP-01"],
    "one that dies at start: its last words, its log, and the way to change it",
    async () => {
      const { page } = app;
      await addServer(page, { name: "Dying", command: process.execPath, args: [fixture("crashAtStart")] });
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(
        /exit code 7[\s\S]*DATABASE_URL is not set[\s\S]*Check its command/,
      );
      await app.shot("bad-server-dies");
      await failure.getByRole("button", { name: "Read log" }).click();
      // Asked for the protocol it ended, and was started once more.
      await page.getByRole("log").getByText("Error: DATABASE_URL is not set").first().waitFor();
      await app.shot("bad-server-log");
      await putRight("Arguments, one a line", fixture("plain"));
      await page.getByRole("tab", { name: "Tools (4)" }).waitFor();
      expect(await page.getByRole("alert").filter({ hasText: "The last start failed" }).count()).toBe(0);
    },
  );

  verifies(
    "UI-03",
    "one whose program does not exist: where it was looked for, and the way to change it",
    async () => {
      const { page } = app;
      await addServer(page, {
        name: "Missing",
        command: "no-such-program-of-ours",
        args: [fixture("plain")],
      });
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(
        /"no-such-program-of-ours" was not found[\s\S]*give its full path/,
      );
      await app.shot("bad-server-missing");
      await page.getByRole("button", { name: "Back to all servers" }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: "Missing" })
        .getByText(/was not found/)
        .waitFor();
      await app.shot("bad-server-cards");
      await page
        .getByRole("button", { name: /Missing/ })
        .first()
        .click();
      await putRight("Program", process.execPath);
    },
  );

  for (const { what, name, transport, cause, next, button } of failing)
    verifies(["UI-03", "MCP-06"], `${what}: cause and next step on its card and its page`, async () => {
      const { page } = app;
      await page.keyboard.press("Control+3");
      const back = page.getByRole("button", { name: "Back to all servers" });
      if (await back.isVisible()) await back.click();
      const { serverId } = await ask(page, "server.add", { name, transport: await transport() });
      await ask(page, "server.start", { serverId }).catch(() => undefined);
      const card = page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
      await card.getByText(cause).waitFor({ timeout: 60_000 });
      // Nothing of the sentence is cut off that says what to do.
      const sentence = card.getByText(next);
      const cut = await sentence.evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return { shown: one.getBoundingClientRect().bottom, whole: range.getBoundingClientRect().bottom };
      });
      await app.shot(`bad-server-card-${name}`);
      if (button === undefined) expect(cut.whole).toBeLessThan(cut.shown + 2);
      await card.getByRole("button").first().click();
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      expect(await failure.innerText()).toMatch(cause);
      expect(await failure.innerText()).toMatch(next);
      if (button !== undefined) await failure.getByRole("button", { name: button }).waitFor();
      await failure.getByRole("button", { name: "Edit definition" }).waitFor();
      await app.shot(`bad-server-${name}`);
    });

  verifies("UI-03", "a form that is not filled in says what is needed and keeps what was typed", async () => {
    const { page } = app;
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add server" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add server" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("bad/name");
    await dialog.getByRole("button", { name: "Save and start" }).click();
    await dialog.getByText("This is needed.").waitFor();
    await dialog.getByText(/^Use letters, digits/).waitFor();
    expect(await dialog.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("bad/name");
    await app.shot("bad-server-form");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
