export interface Message {
  id: string | null;
  event: string;
  data: string;
}

/** Reads `text/event-stream` as the HTML standard says; text may be cut anywhere. */
export class EventParser {
  private rest = '';
  private id: string | null = null;
  private event = '';
  private data: string[] = [];

  constructor(private readonly deliver: (message: Message) => void) {}

  feed(text: string): void {
    this.rest += text;
    // A lone \r at the end may be half of \r\n: it waits for the next piece.
    for (let match = /\r\n|\n|\r(?!$)/.exec(this.rest); match; match = /\r\n|\n|\r(?!$)/.exec(this.rest)) {
      const line = this.rest.slice(0, match.index);
      this.rest = this.rest.slice(match.index + match[0].length);
      this.line(line);
    }
  }

  private line(line: string): void {
    if (line === '') return this.dispatch();
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    else if (field === 'id' && !value.includes('\0')) this.id = value;
  }

  private dispatch(): void {
    if (this.data.length > 0) {
      this.deliver({ id: this.id, event: this.event || 'message', data: this.data.join('\n') });
    }
    this.event = '';
    this.data = [];
  }
}
