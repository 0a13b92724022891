const PASSED_ON = /^(?:PATH|LANG|LC_[A-Z]+|TZ)$/;

/**
 * What a restored command inherits of the daemon's environment: where programs are, language and time zone. Everything
 * else stays out, keys before all.
 */
export function inheritedEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const passed = Object.entries(source).filter(
    ([name, value]) => value !== undefined && PASSED_ON.test(name),
  );
  return Object.fromEntries(passed) as Record<string, string>;
}
