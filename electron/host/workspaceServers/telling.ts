import type { ServerTransport } from "../../../shared/contract/index.ts";

/**
 * Variables by which a program is made to run other code, or to talk to another address. They name a place, hardly ever a
 * secret, and nobody can agree to a server without knowing what they hold.
 */
const names = [
  /^(LD|DYLD)_/,
  /^(PATH|BASH_ENV|ENV|SHELLOPTS|PROMPT_COMMAND|EDITOR|VISUAL|PAGER)$/,
  /^NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)$/,
  /^PYTHON(PATH|STARTUP|HOME|BREAKPOINT)$/,
  /^(PERL5(LIB|OPT|DB)|RUBY(LIB|OPT)|_?JAVA_(TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH)$/,
  /^GIT_(SSH|SSH_COMMAND|EXEC_PATH|CONFIG.*|PAGER|EDITOR|ASKPASS)$/,
  /^(GIT_PROXY_COMMAND|DOTNET_STARTUP_HOOKS|OPENSSL_CONF|SSL_CERT_(FILE|DIR)|COMSPEC|HOME|ZDOTDIR)$/,
  /^((HTTP|HTTPS|ALL)_PROXY|DOCKER_HOST|PIP_(EXTRA_)?INDEX_URL|UV_((EXTRA_)?INDEX_URL|(DEFAULT_)?INDEX))$/,
  /^NPM_CONFIG_(REGISTRY|SCRIPT_SHELL|PREFIX|USERCONFIG|GLOBALCONFIG|NODE_OPTIONS)$/,
  /_(BASE_URL|API_BASE|ENDPOINT)$/,
];

/** The values of a server's variables that tell what it really does. */
export const tellingValues = (transport: ServerTransport): Record<string, string> =>
  Object.fromEntries(
    Object.entries(transport.kind === "stdio" ? (transport.env ?? {}) : {}).filter(([name]) =>
      names.some((one) => one.test(name.toUpperCase())),
    ),
  );
