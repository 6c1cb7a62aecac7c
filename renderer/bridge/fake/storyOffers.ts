import type { ServerAsk, ServerId, ServerOffers } from "../../../shared/contract/index.ts";

const offers: ServerOffers = {
  resources: [
    {
      uri: "note://conventions",
      name: "conventions.md",
      description: "How this team writes code",
      mimeType: "text/markdown",
      size: 2140,
    },
    { uri: "note://logo", name: "logo.png", mimeType: "image/png", size: 70 },
  ],
  templates: [{ uriTemplate: "note://{topic}", name: "Note", description: "A note by its topic" }],
  prompts: [
    {
      name: "weekly_report",
      title: "Weekly report",
      description: "Sums up a week of work",
      arguments: [{ name: "week", description: "Which week", isRequired: true }],
    },
  ],
  problems: [],
};

/** A picture of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const contentsOf = (uri: string): object =>
  uri === "note://logo"
    ? { uri, mimeType: "image/png", blob: pixel }
    : { uri, mimeType: "text/markdown", text: `# ${uri}\n\nSmall files, plain words.` };

const asked = (now: number): ServerAsk[] => {
  const facts = { serverId: "server-1" as ServerId, serverName: "workspace", requestedAt: now - 20_000 };
  return [
    {
      ...facts,
      askId: "ask-1",
      kind: "form",
      message: "Where shall the report go?",
      schema: {
        type: "object",
        properties: {
          folder: { type: "string", title: "Folder", default: "reports" },
          format: { type: "string", title: "Format", enum: ["md", "html"], enumNames: ["Markdown", "HTML"] },
        },
        required: ["folder"],
      },
    },
    {
      ...facts,
      askId: "ask-2",
      kind: "url",
      message: "Please link your account.",
      url: "https://exаmple.com/link?id=7",
    },
  ];
};

/** What the servers of the story offer and ask. */
export const storyOffers = (now: number) => ({
  "server.offers": () => offers,
  "server.readResource": ({ uri }: { uri: string }) => ({ contents: [contentsOf(uri)] }),
  "server.getPrompt": () => ({
    messages: [
      { role: "user", content: { type: "text", text: "Sum up my week." } },
      { role: "assistant", content: { type: "text", text: "Which projects?" } },
    ],
  }),
  "server.complete": () => ({ values: ["this week", "last week"], hasMore: false }),
  "server.subscribe": () => null,
  "serverAsk.list": () => asked(now),
  "serverAsk.answer": () => null,
});
