import { readJsonFile, writeJsonFile } from "../files/index.ts";
import type { SecretPort } from "../host/index.ts";

/** The system's way to keep a text so that only this user can read it. Methods may reject. */
export interface Cipher {
  /** False where the system has no key store, or one that protects nothing. */
  isAvailable(): Promise<boolean>;
  /** The store's name for people. */
  name(): string;
  /** Both ways in base64. */
  encrypt(text: string): Promise<string>;
  decrypt(text: string): Promise<string>;
}

/**
 * Keys of models and servers (MODEL-02): on disk only as the system's key store made them unreadable, else in memory for
 * this run. Never rejects: a key that cannot be kept on disk stays in memory, and the answer says so.
 */
export class SecretStore implements SecretPort {
  readonly #file: string;
  readonly #cipher: Cipher;
  readonly #warn: (text: string) => void;
  readonly #memory = new Map<string, string>();

  constructor(file: string, cipher: Cipher, warn: (text: string) => void) {
    this.#file = file;
    this.#cipher = cipher;
    this.#warn = warn;
  }

  /** Where a key that is put now would go, and the store's name. */
  async where(): Promise<{ where: "keyStore" | "memory"; name: string }> {
    const where = (await this.#canEncrypt()) ? "keyStore" : "memory";
    return { where, name: where === "keyStore" ? this.#cipher.name() : "memory" };
  }

  async put(name: string, value: string | null): Promise<"keyStore" | "memory"> {
    this.#memory.delete(name);
    if (value === null) {
      this.#change(name, undefined);
      return "keyStore";
    }
    if (await this.#canEncrypt()) {
      try {
        if (this.#change(name, await this.#cipher.encrypt(value))) return "keyStore";
      } catch (error) {
        this.#warn(`the key store refused a secret: ${String(error)}`);
      }
    } else {
      this.#change(name, undefined); // an older value must not come back after a restart
    }
    this.#memory.set(name, value);
    return "memory";
  }

  async get(name: string): Promise<{ where: "keyStore" | "memory"; value: string | null }> {
    const remembered = this.#memory.get(name);
    if (remembered !== undefined) return { where: "memory", value: remembered };
    const kept = this.#read().get(name);
    if (kept === undefined || !(await this.#canEncrypt())) return { where: "memory", value: null };
    try {
      return { where: "keyStore", value: await this.#cipher.decrypt(kept) };
    } catch (error) {
      this.#warn(`a kept secret cannot be read any more: ${String(error)}`);
      return { where: "keyStore", value: null };
    }
  }

  async #canEncrypt(): Promise<boolean> {
    try {
      return await this.#cipher.isAvailable();
    } catch (error) {
      this.#warn(`the key store does not answer: ${String(error)}`);
      return false;
    }
  }

  #read(): Map<string, string> {
    const content = readJsonFile(this.#file);
    if (typeof content !== "object" || content === null || !("secrets" in content)) return new Map();
    const { secrets } = content;
    if (typeof secrets !== "object" || secrets === null) return new Map();
    return new Map(
      Object.entries(secrets).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  }

  #change(name: string, kept: string | undefined): boolean {
    const all = this.#read();
    if (kept === undefined && !all.delete(name)) return true;
    if (kept !== undefined) all.set(name, kept);
    try {
      writeJsonFile(this.#file, { version: 1, secrets: Object.fromEntries(all) });
      return true;
    } catch (error) {
      this.#warn(`${this.#file} cannot be written: ${String(error)}`);
      return false;
    }
  }
}
