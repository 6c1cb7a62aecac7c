import { z } from "zod";
import {
  fail,
  ModelDefinition,
  ok,
  type ModelId,
  type ModelInfo,
  type ModelTest,
  type Result,
} from "../../../shared/contract/index.ts";
import { createModel, testModel, type Model, type ModelDeps } from "../models/index.ts";
import type { Keys } from "../secrets/index.ts";
import type { Clock, NewId } from "../ports.ts";

/** The models a person configured. Definitions are kept in the config table, keys in the key store only. */
export interface Catalog {
  add(definition: ModelDefinition): Promise<Result<{ modelId: ModelId }>>;
  /** Keeps another key for a model; says where. */
  setKey(modelId: ModelId, apiKey: string): Promise<Result<{ key: "keyStore" | "memory" }>>;
  remove(modelId: ModelId): Promise<Result<null>>;
  list(): ModelInfo[];
  get(modelId: ModelId): ModelInfo | undefined;
  /** The model ready to be asked, with its key from the key store. */
  open(modelId: ModelId): Promise<Result<Model>>;
  test(modelId: ModelId): Promise<Result<ModelTest>>;
}

const KEY = "models";
const Stored = z.array(
  z.strictObject({
    modelId: z.string(),
    definition: ModelDefinition.omit({ apiKey: true }),
    key: z.enum(["none", "keyStore", "memory"]),
  }),
);
type Entry = z.infer<typeof Stored>[number];

const keyName = (modelId: string): string => `model:${modelId}`;

const infoOf = ({ modelId, definition, key }: Entry): ModelInfo => {
  const { kind, name, baseUrl, model, contextWindow, temperature, maxOutputTokens, pricePerMillionUsd } =
    definition;
  return {
    modelId: modelId as ModelId,
    kind,
    name,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(model === undefined ? {} : { model }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(pricePerMillionUsd === undefined ? {} : { pricePerMillionUsd }),
    key,
    isDemo: kind === "demo",
  };
};

/** What the catalogue needs from outside. */
export interface CatalogPorts {
  readonly config: { get(name: string): unknown; set(name: string, value: unknown): void };
  readonly keys: Keys;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Pause between the demo model's pieces of text in milliseconds; 0 in tests. */
  readonly demoDelayMs: number;
}

/** What an id that stands for no model any more is answered. */
export const unknownModel = (): Result<never> =>
  fail(
    "notFound",
    "This model is not configured any more. Choose another one in the title bar, or add it again on the models page.",
    {
      key: "modelUnknown",
    },
  );

const keyGone = (name: string): Result<never> =>
  fail(
    "unauthorized",
    `The key of ${name} was kept for the last run only. Enter it again on the models page.`,
    {
      key: "modelKeyGone",
      params: { name },
    },
  );

const nameTaken = (name: string): Result<never> =>
  fail("conflict", `There is a model named "${name}" already. Choose another name.`, {
    key: "modelNameTaken",
    params: { name },
  });

const demo: Entry = {
  modelId: "model_demo",
  definition: { kind: "demo", name: "Demonstration" },
  key: "none",
};

/** Makes the catalogue. The demo model is always there: it needs no key and no network (MODEL-04). */
export const createCatalog = (ports: CatalogPorts): Catalog => {
  const { clock, demoDelayMs } = ports;
  const deps = (apiKey: string | null): ModelDeps => ({ apiKey, clock, demoDelayMs });
  const parsed = Stored.safeParse(ports.config.get(KEY) ?? []);
  let entries: Entry[] = parsed.success ? parsed.data : [];
  const all = (): Entry[] => [
    ...entries,
    ...(entries.some((entry) => entry.definition.kind === "demo") ? [] : [demo]),
  ];
  const find = (modelId: ModelId): Entry | undefined => all().find((entry) => entry.modelId === modelId);
  const save = (next: Entry[]): void => {
    entries = next;
    ports.config.set(KEY, next);
  };

  const keyOf = async (entry: Entry): Promise<string | null> =>
    entry.key === "none" ? null : ports.keys.get(keyName(entry.modelId));

  const open = async (modelId: ModelId): Promise<Result<Model>> => {
    const entry = find(modelId);
    if (!entry) return unknownModel();
    const apiKey = await keyOf(entry);
    if (apiKey === null && entry.key !== "none") return keyGone(entry.definition.name);
    return createModel(entry.definition, deps(apiKey));
  };

  return {
    open,
    add: async ({ apiKey, ...definition }) => {
      const made = createModel(definition, deps(apiKey ?? null));
      if (!made.ok) return made;
      if (entries.some((entry) => entry.definition.name === definition.name))
        return nameTaken(definition.name);
      const modelId = ports.newId("model") as ModelId;
      const key =
        apiKey === undefined || apiKey === "" ? "none" : await ports.keys.put(keyName(modelId), apiKey);
      save([...entries, { modelId, definition, key }]);
      return ok({ modelId });
    },
    setKey: async (modelId, apiKey) => {
      if (!entries.some((entry) => entry.modelId === modelId)) return unknownModel();
      const key = await ports.keys.put(keyName(modelId), apiKey);
      save(entries.map((entry) => (entry.modelId === modelId ? { ...entry, key } : entry)));
      return ok({ key });
    },
    remove: async (modelId) => {
      if (!entries.some((entry) => entry.modelId === modelId)) return unknownModel();
      await ports.keys.put(keyName(modelId), null);
      save(entries.filter((entry) => entry.modelId !== modelId));
      return ok(null);
    },
    list: () => all().map(infoOf),
    get: (modelId) => {
      const entry = find(modelId);
      return entry ? infoOf(entry) : undefined;
    },
    test: async (modelId) => {
      const entry = find(modelId);
      if (!entry) return unknownModel();
      return testModel(entry.definition, deps(await keyOf(entry)));
    },
  };
};
