import type { ReasonCode } from "../reasons.ts";
import { httpRules } from "./http.ts";
import { programName } from "./unwrap.ts";
import type { Word } from "./words.ts";

/** Judges a program's words (the program first): the reason why this acts outside the machine, or `null`. */
export type ProgramRule = (words: readonly Word[]) => ReasonCode | null;

/** The words that are no options, from the second on; options that take a value of their own are named. */
function operands(words: readonly Word[], valued = ""): Word[] {
  const takesValue = new Set(valued.split(" "));
  const found: Word[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (takesValue.has(word.text)) at++;
    else if (!word.text.startsWith("-") || word.text === "-") found.push(word);
  }
  return found;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** One of these subcommands, or one that is only known when it runs. */
const subcommand = (code: ReasonCode, names: string, valued = ""): ProgramRule => {
  const listed = set(names);
  return (words) => {
    const first = operands(words, valued)[0];
    if (first === undefined) return null;
    return !first.isLiteral || listed.has(first.text) ? code : null;
  };
};

/** Any use but these subcommands and asking for help or the version. */
const allBut = (code: ReasonCode, harmless: string, valued = ""): ProgramRule => {
  const listed = set(`${harmless} help version completion`);
  return (words) => {
    const first = operands(words, valued)[0];
    if (first === undefined) return null;
    return first.isLiteral && listed.has(first.text) ? null : code;
  };
};

/** Any of these words anywhere among the operands: `docker buildx build --push`, `docker image push`. */
const anyWord = (code: ReasonCode, names: string, valued = ""): ProgramRule => {
  const listed = set(names);
  return (words) => {
    const found = operands(words, valued);
    const isHidden = found[0]?.isLiteral === false;
    return isHidden ||
      found.some((word) => listed.has(word.text)) ||
      words.some((word) => listed.has(word.text))
      ? code
      : null;
  };
};

const always =
  (code: ReasonCode): ProgramRule =>
  (words) =>
    words.length > 1 && words.slice(1).every((word) => /^(?:--version|-V|--help)$/.test(word.text))
      ? null
      : code;

const gitValued = "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix";
const git: ProgramRule = (words) => {
  if (words.some((word, at) => words[at - 1]?.text === "-c" && /^alias\./i.test(word.text))) return "pushes";
  const [first, second] = operands(words, gitValued);
  if (first === undefined) return null;
  if (!first.isLiteral || first.text === "push" || first.text === "send-pack" || first.text === "http-push")
    return "pushes";
  if (first.text === "send-email" || first.text === "imap-send") return "mail";
  if (first.text === "credential") return "credentials";
  const pair = `${first.text} ${second?.text ?? ""}`;
  return /^(?:svn dcommit|lfs push|subtree push|p4 submit|annex (?:sync|copy|move)|cvsexportcommit .*|flow publish)/.test(
    pair,
  )
    ? "pushes"
    : null;
};

const scriptNames = /^(?:publish|release|deploy|push|upload|ship)(?:[:.\-_]|$)/;
const npm: ProgramRule = (words) => {
  const [first, second] = operands(
    words,
    "--prefix -C --dir --filter -F -w --workspace --registry --tag --otp --cwd",
  );
  if (first === undefined) return null;
  if (!first.isLiteral) return "publishes";
  const name = first.text;
  if (
    set(
      "publish unpublish deprecate stage dist-tag dist-tags owner access team org star unstar hook trust undeprecate",
    ).has(name)
  )
    return "publishes";
  if (set("login logout adduser token profile").has(name)) return "credentials";
  if (name === "npm" || name === "pm" || name === "workspaces" || name === "workspace")
    return second === undefined ? null : npm([first, ...words.slice(words.indexOf(first) + 1)]);
  const script = name === "run" || name === "run-script" ? second : first;
  return script !== undefined && scriptNames.test(script.text) ? "publishes" : null;
};

const target =
  (code: ReasonCode, extra = ""): ProgramRule =>
  (words) =>
    operands(words, "-f -C --file --directory").some(
      (word) => scriptNames.test(word.text) || set(extra).has(word.text),
    )
      ? code
      : null;

const githubReads = set("view list status diff checkout checks browse search clone download watch");
const github: ProgramRule = (words) => {
  const [area, action] = operands(words, "-R --repo --hostname");
  if (area === undefined || set("help version completion status search browse").has(area.text)) return null;
  if (area.text === "api") {
    const isWrite = words.some(
      (word) =>
        /^(?:-f|-F|--field|--raw-field|--input)/.test(word.text) || /^(?:-X|--method)/.test(word.text),
    );
    return isWrite ? "httpWrite" : null;
  }
  return action !== undefined && action.isLiteral && githubReads.has(action.text) ? null : "publishes";
};

const rsync: ProgramRule = (words) =>
  words.some(
    (word, at) =>
      at > 0 && (/^(?:-e|--rsh)/.test(word.text) || /^(?:rsync:\/\/|[^/\s-][^/\s]*:)/.test(word.text)),
  )
    ? "otherMachine"
    : null;

const remove: ProgramRule = (words) => {
  const isRecursive = words.some((word) => /^-[a-z]*[rR]/.test(word.text) || word.text === "--recursive");
  const isWide = words
    .slice(1)
    .some((word) =>
      /^(?:\/|~|\$HOME|\$\{HOME\}|\.\.|\/\*|~\/\*|"\$HOME"|\/(?:etc|usr|var|home|bin|lib|boot|root|Users)\/?\*?)\/?$/.test(
        word.text,
      ),
    );
  return isRecursive && isWide ? "irreversible" : null;
};

const uploads = subcommand("publishes", "upload publish push register");

/** Names that share a rule. */
const groups: readonly (readonly [string, ProgramRule])[] = [
  ["git", git],
  ["npm pnpm yarn bun cnpm tnpm", npm],
  ["make gmake just rake invoke nox tox task mage", target("publishes")],
  [
    "gradle gradlew ./gradlew mvn mvnw sbt ant",
    target("publishes", "uploadArchives release:perform site:deploy deploy:deploy-file publishSigned"),
  ],
  ["gh glab hub tea", github],
  ["hg sl jj fossil bzr brz darcs got", anyWord("pushes", "push phabsend email")],
  ["svn cvs p4", subcommand("pushes", "commit ci import submit copy delete mkdir propset lock")],
  ["arc gt git-town spr ghstack", subcommand("pushes", "diff land submit sync ship propose push")],
  ["cargo", subcommand("publishes", "publish yank owner login logout release")],
  ["gem", subcommand("publishes", "push yank owner signin mirror")],
  ["twine flit poetry uv hatch pdm rye maturin", uploads],
  [
    "jsr vsce ovsx deno dart flutter pub expo snapcraft npm-publish pod stack cabal luarocks conan anaconda nimble opam chalice mint wapm quilt",
    anyWord("publishes", "publish upload push release submit promote"),
  ],
  [
    "eas fastlane goreleaser semantic-release release-it np lerna changeset release-please auto shipit nx",
    anyWord("publishes", "publish upload release submit update deploy build version"),
  ],
  ["semantic-release np release-it shipit", always("publishes")],
  ["mix", subcommand("publishes", "hex.publish hex.user hex.owner")],
  ["dotnet nuget choco", anyWord("publishes", "push delete")],
  [
    "docker podman nerdctl buildah finch lima",
    anyWord("publishes", "push login logout --push", "--context -c -H --host --config"),
  ],
  [
    "skopeo crane oras regctl ko cosign notation",
    allBut("publishes", "inspect list-tags ls manifest config digest verify tree discover"),
  ],
  [
    "aws gcloud gsutil bq az azcopy azd doctl heroku fly flyctl railway render ibmcloud oci linode-cli hcloud scw s3cmd s4cmd mc rclone eksctl cf databricks snowsql argocd flux nomad gcsfuse copilot eb sst aliyun tccli hcloud vultr-cli civo exo openstack",
    allBut("cloud", ""),
  ],
  [
    "kubectl oc k9s kubectx helm helmfile kustomize istioctl linkerd velero",
    allBut("cloud", "template lint kustomize explain dependency create-chart package"),
  ],
  [
    "terraform tofu terragrunt pulumi cdk cdktf sam serverless sls ansible ansible-playbook packer amplify",
    allBut("cloud", "fmt validate init get providers synth ls local package docs"),
  ],
  [
    "vercel now netlify wrangler firebase supabase surge gh-pages amplify-cli convex neonctl planetscale pscale turso",
    allBut("cloud", "dev build start serve stop status emulators:start"),
  ],
  [
    "vercel now surge",
    (words) =>
      words
        .slice(1)
        .every((word) => word.text.startsWith("-") && !/^(?:-h|--help|-v|--version)$/.test(word.text))
        ? "cloud"
        : null,
  ],
  [
    "ssh scp sftp mosh autossh ssh-copy-id lftp ftp ncftp tftp telnet nc ncat netcat socat rsh rlogin ngrok cloudflared localtunnel lt tailscale wg-quick",
    always("otherMachine"),
  ],
  ["rsync", rsync],
  ["sudo doas su pkexec runas gsudo runuser machinectl", always("moreRights")],
  ["mail mailx sendmail msmtp ssmtp mutt neomutt swaks s-nail postfix", always("mail")],
  [
    "vault op pass secret-tool security doppler chamber bw gopass keychain ssh-add",
    allBut("credentials", "ls list status"),
  ],
  [
    "gpg gpg2",
    (words) =>
      words.some((word) => /^--(?:export-secret|send-keys|delete-secret)/.test(word.text))
        ? "credentials"
        : null,
  ],
  ["shutdown reboot halt poweroff mkfs fdisk parted wipefs shred", always("irreversible")],
  [
    "dd",
    (words) =>
      words.some((word) => /^of=\/dev\/(?!null|stdout|stderr)/.test(word.text)) ? "irreversible" : null,
  ],
  ["rm", remove],
];

function tableOf(): ReadonlyMap<string, readonly ProgramRule[]> {
  const table = new Map<string, ProgramRule[]>();
  const add = (name: string, rule: ProgramRule): void => {
    const known = table.get(name);
    if (known === undefined) table.set(name, [rule]);
    else known.push(rule);
  };
  for (const [names, rule] of groups) for (const name of names.split(" ")) add(name, rule);
  for (const [name, rule] of Object.entries(httpRules)) add(name, rule);
  return table;
}

const rules = tableOf();

/** Why this simple command acts outside the machine (L4), or `null`. */
export function outwardReason(words: readonly Word[]): ReasonCode | null {
  const [head] = words;
  if (head === undefined || !head.isLiteral) return null;
  const name = programName(head);
  const known = rules.get(name) ?? (name.startsWith("mkfs.") ? rules.get("mkfs") : undefined) ?? [];
  for (const rule of known) {
    const found = rule(words);
    if (found !== null) return found;
  }
  return null;
}
