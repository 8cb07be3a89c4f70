import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isKey } from '#web/ui/actions/keys.ts'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import type { TextTarget } from '../noteable.ts'
import { AttachButton } from './AttachButton.tsx'
import { completionContext, warmCompletion } from './completion/Completion.tsx'
import { useCompletionList } from './completion/completion-list.tsx'
import { EditorTabs, type EditorView, panelId, tabId } from './EditorTabs.tsx'
import { FileList } from './FileList.tsx'
import { HelpLinks } from './HelpLinks.tsx'
import styles from './MarkdownEditor.module.css'
import { Preview } from './Preview.tsx'
import { Toolbar } from './Toolbar.tsx'
import { applyEdit, insertBlock, replaceText, selectedIn } from './text/area.ts'
import { continueList } from './text/edit.ts'
import { pastedTable } from './text/pasted-table.ts'
import { editOfKey } from './tools.tsx'
import { useUploads, withoutPlaceholders } from './uploads.ts'
import { useZen } from './zen.ts'

export interface MarkdownEditorHandle {
  focus(): void
  /** Put a text on lines of its own where the cursor is, and stand behind it. */
  insert(text: string): void
}

export interface MarkdownEditorProps {
  /** Names the box: "Comment". */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Full path of the project whose people, labels and files the text may name. */
  readonly namespace: string
  /** What the text is written on. */
  readonly target: TextTarget
  readonly placeholder?: string
  readonly rows?: number
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly autoFocus?: boolean
  /** For a label outside. */
  readonly id?: string
  readonly describedBy?: string
  /** Ctrl or Cmd with Enter. */
  readonly onSubmit?: () => void
  /** Escape, outside of full screen. */
  readonly onCancel?: () => void
  /** The up arrow in an empty box. */
  readonly onArrowUp?: () => void
  /** Whether files are on their way: sending should wait for them. */
  readonly onBusy?: (isBusy: boolean) => void
  /** Below the text, inside the box: what it is good to know before sending. */
  readonly notices?: ReactNode
  /** Below the text, inside the box: the buttons that send it. They stay at hand in full screen too. */
  readonly actions?: ReactNode
  readonly ref?: Ref<MarkdownEditorHandle>
}

const toEnd = (area: HTMLTextAreaElement | null): void => area?.setSelectionRange(area.value.length, area.value.length)

/** A textarea for markdown with preview, formatting, completion, files and a full screen. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, namespace, target, disabled = false, onBusy } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<EditorView>('write')
  const [isDragging, setDragging] = useState(false)
  const zen = useZen(box, area)
  const place = completionContext(namespace, target)
  const completion = useCompletionList(area, place)
  const uploads = useUploads({
    namespace,
    insert: text => insertBlock(area.current, text),
    replace: (from, to) => replaceText(area.current, from, to),
  })
  const { isBusy } = uploads

  const wasFocused = useRef(false)
  useImperativeHandle(props.ref, () => ({
    focus: () => {
      setView('write')
      requestAnimationFrame(() => area.current?.focus())
    },
    insert: text => {
      setView('write')
      requestAnimationFrame(() => {
        if (!wasFocused.current) toEnd(area.current)
        insertBlock(area.current, text)
      })
    },
  }))

  // One goes on writing at the end. Where the cursor is, is the browser's.
  useEffect(() => {
    if (document.activeElement === area.current) toEnd(area.current)
  }, [])

  // Pasting is the browser's: links from elsewhere become markdown before they arrive.
  useEffect(() => {
    const box = area.current
    if (!box) return
    const stop = new AbortController()
    const { signal } = stop
    const attend = () =>
      import('@github/paste-markdown').then(
        ({ subscribe }) => {
          if (!signal.aborted) signal.addEventListener('abort', subscribe(box).unsubscribe)
        },
        // Without it, a link is pasted as plain text.
        () => undefined,
      )
    if (document.activeElement === box) void attend()
    else box.addEventListener('focus', attend, { once: true, signal })
    return () => stop.abort()
  }, [])

  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => tellBusy(isBusy), [isBusy])

  // A text that was kept while its files were on their way.
  const cleanUp = useEffectEvent(() => {
    const clean = withoutPlaceholders(value)
    if (clean !== value) onChange(clean)
  })
  useEffect(() => cleanUp(), [])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || !area.current) return
    const isMod = event.ctrlKey || event.metaKey
    if (isKey(event, 'Enter') && isMod) {
      event.preventDefault()
      if (!isBusy) props.onSubmit?.()
      return
    }
    if (isMod && event.shiftKey && event.key.toLowerCase() === 'p') {
      event.preventDefault()
      setView('preview')
      return
    }
    if (completion.onKey(event)) return
    const edit = editOfKey(event)
    if (edit) {
      event.preventDefault()
      applyEdit(area.current, edit(selectedIn(area.current)))
      return
    }
    if (isKey(event, 'Enter') && !event.shiftKey && !event.altKey) {
      const next = continueList(selectedIn(area.current))
      if (next) {
        event.preventDefault()
        applyEdit(area.current, next)
      }
    } else if (event.key === 'ArrowUp' && value === '' && props.onArrowUp) {
      event.preventDefault()
      props.onArrowUp()
    }
  }

  function onBoxKey(event: KeyboardEvent) {
    if (zen.onKey(event) || event.key !== 'Escape' || !props.onCancel) return
    event.preventDefault()
    event.stopPropagation()
    props.onCancel()
  }

  function onPaste(event: ClipboardEvent) {
    const table = pastedTable(event.clipboardData)
    const { files } = event.clipboardData
    if (table !== null) insertBlock(area.current, table)
    // A cell or a slide comes as words and as a picture of itself: the words are meant.
    else if (files.length > 0 && !event.clipboardData.types.includes('text/plain')) uploads.add(files)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function onDrop(event: DragEvent) {
    setDragging(false)
    if (event.dataTransfer.files.length === 0 || disabled) return
    event.preventDefault()
    uploads.add(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Tab of all that is inside arrive here
    <div
      ref={box}
      className={styles.editor}
      data-zen={zen.isOn || undefined}
      data-disabled={disabled || undefined}
      data-invalid={props.invalid || undefined}
      data-dragging={isDragging || undefined}
      onKeyDown={onBoxKey}
    >
      <div className={styles.head}>
        <EditorTabs
          id={id}
          label={label}
          view={view}
          onView={(next, by) => {
            setView(next)
            if (next === 'write' && by === 'press') requestAnimationFrame(() => area.current?.focus())
          }}
        />
        {view === 'write' && <Toolbar area={area} isZen={zen.isOn} onZen={zen.set} disabled={disabled} />}
      </div>
      <div
        role="tabpanel"
        id={panelId(id, 'write')}
        aria-labelledby={tabId(id, 'write')}
        hidden={view !== 'write'}
        className={styles.writing}
        onDragOver={event => {
          if (!event.dataTransfer.types.includes('Files') || disabled) return
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={event => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
            setDragging(false)
        }}
        onDrop={onDrop}
      >
        <TextArea
          id={id}
          ref={area}
          bare
          dir="auto"
          rows={props.rows ?? 4}
          aria-label={props.id === undefined ? label : undefined}
          aria-describedby={props.describedBy}
          aria-autocomplete="list"
          {...completion.areaProps}
          placeholder={props.placeholder}
          value={value}
          disabled={disabled}
          autoFocus={props.autoFocus}
          spellCheck
          className={styles.area}
          onChange={event => {
            onChange(event.target.value)
            completion.look()
          }}
          onSelect={completion.follow}
          onBlur={completion.close}
          onFocus={() => {
            wasFocused.current = true
            warmCompletion(place)
          }}
          onKeyDown={onKeyDown}
          onPasteCapture={onPaste}
        />
        {completion.list}
        {isDragging && <div className={styles.drop}>Drop files to attach them</div>}
      </div>
      {view === 'preview' && (
        <div
          role="tabpanel"
          id={panelId(id, 'preview')}
          aria-labelledby={tabId(id, 'preview')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview scrolls
          tabIndex={0}
          className={styles.preview}
        >
          <Preview namespace={namespace} target={target} text={value} />
        </div>
      )}
      <FileList uploads={uploads} />
      {props.notices}
      <div className={styles.foot}>
        <div className={styles.aids}>
          <AttachButton disabled={disabled} onFiles={uploads.add} />
          <HelpLinks />
        </div>
        {props.actions}
      </div>
    </div>
  )
}
