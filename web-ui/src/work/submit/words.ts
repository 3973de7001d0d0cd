/** Splits a command line as a shell does its words: quotes and backslashes, no variables. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const c = line.charAt(at);
    if (quote) {
      if (c === quote) quote = null;
      else if (c === '\\' && quote === '"' && /["\\]/.test(line.charAt(at + 1))) word += line.charAt(++at);
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= '';
    } else if (c === '\\' && at + 1 < line.length) {
      word = (word ?? '') + line.charAt(++at);
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + c;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

/** A command line that {@link splitWords} splits into the same words. */
export function joinWords(words: string[] | undefined): string {
  return (words ?? []).map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
