import { safeStorage } from "electron";
import type { Cipher } from "./secretStore.ts";

/**
 * What differs between the Electron this is built for and older ones that it still runs on: the newer encrypts without
 * blocking and names its backend, the older has neither.
 */
type Storage = Pick<typeof safeStorage, "isEncryptionAvailable" | "encryptString" | "decryptString"> &
  Partial<typeof safeStorage>;

const linuxNames: Readonly<Record<string, string>> = {
  gnome_libsecret: "Secret Service",
  kwallet: "KWallet",
  kwallet5: "KWallet",
  kwallet6: "KWallet",
};

/** The system's key store: Keychain, DPAPI, Secret Service or KWallet. Chromium's `basic_text` protects nothing and is none. */
export function systemCipher(storage: Storage = safeStorage, platform = process.platform): Cipher {
  const backend = () => (platform === "linux" ? storage.getSelectedStorageBackend?.() : undefined);
  return {
    isAvailable: async () => {
      const isThere = (await storage.isAsyncEncryptionAvailable?.()) ?? storage.isEncryptionAvailable();
      return isThere && backend() !== "basic_text" && backend() !== "unknown";
    },
    name: () => {
      if (platform === "darwin") return "Keychain";
      if (platform === "win32") return "Windows DPAPI";
      return linuxNames[backend() ?? ""] ?? "Secret Service";
    },
    encrypt: async (text) => {
      const bytes = (await storage.encryptStringAsync?.(text)) ?? storage.encryptString(text);
      return bytes.toString("base64");
    },
    decrypt: async (text) => {
      const bytes = Buffer.from(text, "base64");
      return (await storage.decryptStringAsync?.(bytes))?.result ?? storage.decryptString(bytes);
    },
  };
}
