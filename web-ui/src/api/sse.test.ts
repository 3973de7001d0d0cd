import { expect, test } from 'vitest';
import { EventParser, type Message } from './sse';

function read(...pieces: string[]): Message[] {
  const out: Message[] = [];
  const parser = new EventParser((message) => out.push(message));
  pieces.forEach((piece) => parser.feed(piece));
  return out;
}

const text = 'id: 7\nevent: RUNNING\ndata: {"a":\ndata: 1}\n\n: beat\n\ndata: x\n\n';
const messages = [
  { id: '7', event: 'RUNNING', data: '{"a":\n1}' },
  { id: '7', event: 'message', data: 'x' },
];

test('reads whole messages, skips comments, keeps the last id', () => {
  expect(read(text)).toEqual(messages);
});
test('does not mind where the text is cut', () => {
  expect(read(...text)).toEqual(messages);
});
test('takes each kind of line end', () => {
  expect(read(...text.replaceAll('\n', '\r\n'))).toEqual(messages);
  expect(read(text.replaceAll('\n', '\r'), '\n')).toEqual(messages);
});
test('an unfinished message is not delivered', () => {
  expect(read('data: 1\n')).toEqual([]);
});
