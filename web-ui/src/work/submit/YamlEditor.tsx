import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useId, useRef } from 'react';
import type { Faults } from './Faults';
import css from './YamlEditor.module.css';
import { placeOf, type TextFault } from './yaml';

interface YamlEditorProps {
  label: string;
  /** How it is left by keyboard: Tab indents. */
  hint: string;
  value: string;
  onChange: (text: string) => void;
  fault?: TextFault;
  /** What the server says, by pointer; shown at the lines they mean. */
  faults: Faults;
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--link)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
]);

/** A job as YAML: line numbers, faults where they are. */
export default function YamlEditor({ label, hint, value, onChange, fault, faults }: YamlEditorProps) {
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(onChange);
  useEffect(() => { changed.current = onChange; }, [onChange]);
  const first = useRef(value);

  useEffect(() => {
    if (!box.current) return undefined;
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(), history(), bracketMatching(), indentOnInput(), highlightActiveLine(), lintGutter(), yaml(),
          syntaxHighlighting(colors), keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, hintId]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const length = editor.state.doc.length;
    const within = (at: number) => Math.max(0, Math.min(at, length));
    const told: Diagnostic[] = fault
      ? [{ from: within(fault.from), to: within(fault.to), severity: 'error', message: fault.text }]
      : [...faults].filter(([pointer]) => pointer).map(([pointer, message]) => {
          const { from, to } = placeOf(value, pointer);
          return { from: within(from), to: within(to), severity: 'error' as const, message };
        });
    editor.dispatch(setDiagnostics(editor.state, told));
  }, [fault, faults, value]);

  return (
    <div>
      <div ref={box} className={css.editor} data-invalid={fault ? true : undefined} />
      <p id={hintId} className={css.hint}>{hint}</p>
    </div>
  );
}
