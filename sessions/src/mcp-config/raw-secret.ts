import { isRandom } from '../secret-scan/patterns.js';
import { scanText } from '../secret-scan/scan.js';
import { parseCredRef } from './cred-ref.js';

/** Names under which any value of one's own is a secret, however short. */
const SECRET_NAME =
  /api[-_]?key|secret|token|passw(?:or)?d|passphrase|(?:^|[-_])(?:pwd|pat)$|credentials?$|authorization|private[-_]?key|access[-_]?key|bearer|connection[-_]?string/i;
/** Names that often hold a secret; the value must look drawn at random. */
const KEY_NAME = /(?:^|[-_])(?:key|auth|cookie|session|dsn|sig|signature)$/i;
/** Names that speak about a secret and hold none: where it lies, what kind it is, how long it lives, how many tokens. */
const ABOUT_SECRET =
  /(?:[-_](?:file|path|url|uri|endpoint|name|id|arn|type|mode|method|limit|count|budget|ttl|expiry|expires|seconds|ms|days|timeout|size|env|var|header|prefix|region|enabled|required)|tokens|token[-_]?(?:limit|count))$|^(?:max|min|num|use|enable|disable)[-_]/i;

const DEFAULTED = /\$\{(?:env:)?\w+:-([^}]*)\}/g;
const REFERENCE = /\$\{[^}]*\}|\$env:\w+|\$\w+|\{\{[^}]*\}\}|\{env:\w+\}|\benv:[A-Za-z_]\w*|%\w+%/g;
const SCHEME_WORD = /^(?:bearer|basic|token|apikey)\b[\s:]*/i;
const PLACEHOLDER =
  /^<.*>$|^\[.*\]$|your[-_ ]|^(?:your|my)\w*$|replace|placeholder|example|x{4,}|^[*.…x-]*$|_here$|-here$|^todo$|insert[-_ ]/i;
const PLAIN_WORD = /^(?:true|false|yes|no|on|off|null|none|undefined|0|1)$/i;

/**
 * Whether a value of an MCP config is a secret written out. References (`${VAR}`, `$VAR`, `env:NAME`, a credRef),
 * placeholders and plain words are none. The name decides how little is enough: a password may be one short word,
 * a value under a neutral name must look like a known issuer's key or like noise.
 */
export function isRawSecret(name: string, value: string): boolean {
  if (parseCredRef(value) !== null) return scansAsSecret(value);
  const own = value.replace(DEFAULTED, '$1').replace(REFERENCE, '').trim();
  if (own.includes('://')) return urlHoldsSecret(own);
  const bare = own.replace(SCHEME_WORD, '');
  if (bare === '' || PLAIN_WORD.test(bare)) return false;
  if (scansAsSecret(own) || scansAsSecret(bare)) return true;
  if (PLACEHOLDER.test(bare)) return false;
  if (ABOUT_SECRET.test(name)) return looksLikeNoise(bare);
  if (SECRET_NAME.test(name)) return true;
  if (KEY_NAME.test(name)) return bare.length >= 16 && isRandom(bare);
  return looksLikeNoise(bare);
}

function scansAsSecret(value: string): boolean {
  return scanText('value', Buffer.from(value)).some(({ rule }) => rule !== 'aws/AWSAccountID');
}

/** Long, of all kinds of letters, and no path, digest, id or package name. */
function looksLikeNoise(value: string): boolean {
  const oneRun = /^[A-Za-z0-9_+=~-]{32,}$/.test(value);
  return oneRun && /[a-z]/.test(value) && /[A-Z]/.test(value) && isRandom(value);
}

function urlHoldsSecret(text: string): boolean {
  if (scansAsSecret(text)) return true;
  const userinfo = /^[\w+.-]+:\/\/([^/?#]*)@/.exec(text)?.[1] ?? '';
  const [user = '', password = ''] = userinfo.split(/:(.*)/s);
  if (isRawSecret('password', password) || looksLikeNoise(user)) return true;
  const query = /\?([^#]*)/.exec(text)?.[1] ?? '';
  for (const [name, value] of new URLSearchParams(query)) {
    // In a query `key` is the common name of an API key.
    if (isRawSecret(name === 'key' ? 'api_key' : name, value)) return true;
  }
  return (/^[\w+.-]+:\/\/[^/?#]*\/([^?#]*)/.exec(text)?.[1] ?? '').split('/').some(looksLikeNoise);
}
