import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate in PEM, as `node:tls` takes them. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const OBJECT_ID = 6;
const SEQUENCE = 0x30;

const lengthOf = (bytes: number): number[] =>
  bytes < 128 ? [bytes] : bytes < 256 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];

/** One DER element (X.690). */
const der = (tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
};

const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, "latin1"));
const time = (at: Date): Buffer => text(0x17, `${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`);

/** 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2: common name, subject's other names, ECDSA with SHA-256. */
const COMMON_NAME = der(OBJECT_ID, [0x55, 0x04, 0x03]);
const OTHER_NAMES = der(OBJECT_ID, [0x55, 0x1d, 0x11]);
const ECDSA_SHA256 = der(SEQUENCE, der(OBJECT_ID, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString("base64").replace(/(.{64})/g, "$1\n")}\n-----END ${label}-----\n`;

/**
 * A certificate that is signed by its own key (RFC 5280), made anew each time. It is good for the host name
 * `hostname` and for 127.0.0.1, a day around `now`; `lastsMs` before its end makes an expired one.
 */
export const selfSigned = (
  hostname: string,
  { now = new Date(), endsInMs = 86_400_000 }: { readonly now?: Date; readonly endsInMs?: number } = {},
): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, text(0x0c, hostname))));
  const names = der(SEQUENCE, text(0x82, hostname), der(0x87, [127, 0, 0, 1]));
  const body = der(
    SEQUENCE,
    der(0xa0, der(2, [2])),
    der(2, [1]),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, time(new Date(now.getTime() - 2 * 86_400_000)), time(new Date(now.getTime() + endsInMs))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, OTHER_NAMES, der(4, names)))),
  );
  const signature = sign("sha256", body, privateKey);
  const cert = der(SEQUENCE, body, ECDSA_SHA256, der(3, [0], signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: pem("CERTIFICATE", cert),
  };
};
