import { usage } from './failure.js';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of `90`, `90s`, `30m`, `12h` or `7d`. Throws a usage failure that names `option`. */
export function seconds(option: string, text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (digits === undefined)
    throw usage(`${option} is a number of seconds, or one with s, m, h or d: 90, 30m, 7d`);
  return Number(digits) * (UNITS[unit] ?? 1);
}

/** A whole number from 1 to `most`. */
export function count(option: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw usage(`${option} is a whole number from 1 to ${most}`);
  return number;
}
