import { subscribe } from '@github/paste-markdown'
import { AlertIcon, PaperclipIcon, XIcon } from '@primer/octicons-react'
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
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useListbox } from '#web/ui/forms/listbox.ts'
import { OptionList } from '#web/ui/forms/OptionList.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx'
import { Floating } from '#web/ui/overlays/Floating.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import type { TextTarget } from '../noteable.ts'
import { completionPlace, useCompletion, warmCompletion } from './Completion.tsx'
import { type CaretPlace, caretPlace } from './caret.ts'
import { type CompletionMatch, completionAt } from './completion.ts'
import { EditorHelp } from './EditorHelp.tsx'
import { applyEdit, block, continueList, selectedIn } from './edit.ts'
import styles from './MarkdownEditor.module.css'
import { Preview } from './Preview.tsx'
import { editOfKey, Toolbar } from './Toolbar.tsx'
import { type FileOnItsWay, type Uploads, useUploads, withoutPlaceholders } from './uploads.ts'

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
  /** Below the text, inside the box: the buttons that send it. They stay at hand in full screen too. */
  readonly actions?: ReactNode
  readonly ref?: Ref<MarkdownEditorHandle>
}

/** A textarea for markdown with preview, formatting, completion, files and a full screen. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, namespace, target, disabled = false, onBusy } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const [isZen, setZen] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const place = completionPlace(namespace, target)
  const completion = useCompletionList(area, place)
  const uploads = useUploads({
    namespace,
    insert: text => insertBlock(area.current, text),
    replace: (from, to) => replaceText(area.current, from, to),
  })
  const { isBusy } = uploads

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      setTab('write')
      requestAnimationFrame(() => area.current?.focus())
    },
    insert: text => {
      setTab('write')
      requestAnimationFrame(() => insertBlock(area.current, text))
    },
  }))

  // Pasting is the browser's: tables and links from elsewhere become markdown before they arrive.
  useEffect(() => {
    if (!area.current) return
    const { unsubscribe } = subscribe(area.current)
    return unsubscribe
  }, [])

  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => tellBusy(isBusy), [isBusy])

  // A text that was kept while its files were on their way.
  const cleanUp = useEffectEvent(() => {
    const clean = withoutPlaceholders(value)
    if (clean !== value) onChange(clean)
  })
  useEffect(() => cleanUp(), [])

  // The top layer holds the box above everything, without moving it in the document.
  useLayoutEffect(() => {
    const element = box.current
    if (!isZen || !element) return
    element.popover = 'manual'
    element.showPopover()
    area.current?.focus()
    return () => {
      element.popover = null
      area.current?.focus()
    }
  }, [isZen])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || !area.current) return
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && isMod) {
      event.preventDefault()
      if (!isBusy) props.onSubmit?.()
      return
    }
    if (isMod && event.shiftKey && event.key.toLowerCase() === 'p') {
      event.preventDefault()
      setTab('preview')
      return
    }
    if (completion.onKey(event)) return
    const edit = editOfKey(event)
    if (edit) {
      event.preventDefault()
      applyEdit(area.current, edit(selectedIn(area.current)))
      return
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
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
    if (event.key === 'Escape' && isZen) {
      event.preventDefault()
      event.stopPropagation()
      setZen(false)
    } else if (event.key === 'Escape' && props.onCancel) {
      event.preventDefault()
      event.stopPropagation()
      props.onCancel()
    } else if (event.key === 'Tab' && isZen) stayInside(event, box.current)
  }

  function onPaste(event: ClipboardEvent) {
    // A cell or a slide comes as words and as a picture of itself: the words are meant.
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    uploads.add(event.clipboardData.files)
  }

  function onDrop(event: DragEvent) {
    setDragging(false)
    if (event.dataTransfer.files.length === 0 || disabled) return
    event.preventDefault()
    uploads.add(event.dataTransfer.files)
  }

  const showTab = (next: 'write' | 'preview') => () => {
    setTab(next)
    if (next === 'write') requestAnimationFrame(() => area.current?.focus())
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Tab of all that is inside arrive here
    <div
      ref={box}
      className={styles.editor}
      data-zen={isZen || undefined}
      data-disabled={disabled || undefined}
      data-invalid={props.invalid || undefined}
      data-dragging={isDragging || undefined}
      onKeyDown={onBoxKey}
    >
      <div className={styles.head}>
        <div role="tablist" aria-label={`${label}: view`} className={styles.tabs}>
          {(['write', 'preview'] as const).map(each => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              aria-selected={tab === each}
              aria-controls={`${id}-panel-${each}`}
              tabIndex={tab === each ? 0 : -1}
              className={styles.tab}
              onClick={showTab(each)}
              onKeyDown={event => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                const next = each === 'write' ? 'preview' : 'write'
                setTab(next)
                document.getElementById(`${id}-${next}`)?.focus()
              }}
            >
              {each === 'write' ? 'Write' : 'Preview'}
            </button>
          ))}
        </div>
        {tab === 'write' && <Toolbar area={area} isZen={isZen} onZen={setZen} disabled={disabled} />}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel-write`}
        aria-labelledby={`${id}-write`}
        hidden={tab !== 'write'}
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
          onFocus={() => warmCompletion(place)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {completion.list}
        {isDragging && <div className={styles.drop}>Drop files to attach them</div>}
      </div>
      {tab === 'preview' && (
        <div
          role="tabpanel"
          id={`${id}-panel-preview`}
          aria-labelledby={`${id}-preview`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview scrolls
          tabIndex={0}
          className={styles.preview}
        >
          <Preview namespace={namespace} target={target} text={value} />
        </div>
      )}
      <FileList uploads={uploads} />
      <div className={styles.foot}>
        <div className={styles.aids}>
          <EditorHelp namespace={namespace} target={target} />
          <Button
            variant="quiet"
            size="s"
            icon={<PaperclipIcon />}
            disabled={disabled}
            onClick={() => picker.current?.click()}
          >
            Attach files
          </Button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Attach files"
            onChange={event => {
              if (event.target.files) uploads.add([...event.target.files])
              event.target.value = ''
            }}
          />
        </div>
        {props.actions}
      </div>
    </div>
  )
}

/** The list under the cursor: what it shows, and the keys it takes. */
function useCompletionList(
  area: React.RefObject<HTMLTextAreaElement | null>,
  place: ReturnType<typeof completionPlace>,
) {
  const [shown, setShown] = useState<{ readonly match: CompletionMatch; readonly caret: CaretPlace } | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Escape or a choice ends it for this word.
  const ended = useRef<number | null>(null)
  const { options } = useCompletion(place, shown?.match ?? null)
  const isOpen = shown !== null && options.length > 0
  const listbox = useListbox({
    count: options.length,
    onPick: pick,
    query: `${shown?.match.key}${shown?.match.query}`,
    isOpen,
  })

  function look() {
    const element = area.current
    if (!element) return
    const match =
      element.selectionStart === element.selectionEnd ? completionAt(element.value, element.selectionStart) : null
    if (match === null || match.from !== ended.current) ended.current = null
    if (match === null || ended.current !== null) return setShown(null)
    setShown({ match, caret: caretPlace(element, match.from) })
  }

  function close() {
    setShown(null)
  }

  function pick(index: number) {
    const option = options[index]
    if (!option || !shown || !area.current) return
    const { from, to } = shown.match
    ended.current = from
    setShown(null)
    const text = option.insert
    // A blank that stands there already is not doubled.
    const end = text.endsWith(' ') && area.current.value[to] === ' ' ? to + 1 : to
    applyEdit(area.current, { from, to: end, text, selection: [from + text.length, from + text.length] })
  }

  return {
    look,
    close,
    /** The cursor left what was being written. */
    follow: () => {
      if (shown !== null) look()
    },
    onKey: (event: KeyboardEvent): boolean => {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.key === 'Tab' && !event.shiftKey) {
        event.preventDefault()
        pick(listbox.active)
        return true
      }
      return !event.shiftKey && listbox.onKey(event)
    },
    areaProps: isOpen
      ? {
          'aria-controls': listbox.inputProps['aria-controls'],
          'aria-activedescendant': listbox.inputProps['aria-activedescendant'],
        }
      : {},
    list: (
      <>
        {shown && (
          <span
            ref={setAnchor}
            aria-hidden="true"
            className={styles.caret}
            style={{ left: shown.caret.left, top: shown.caret.top, height: shown.caret.height }}
          />
        )}
        <Floating
          anchor={isOpen ? anchor : null}
          onClose={() => {
            ended.current = shown?.match.from ?? null
            setShown(null)
          }}
          focus="none"
          gapPx={2}
          className={styles.completion}
        >
          <OptionList label="Suggestions" listbox={listbox} options={options} empty="No matches" onPick={pick} />
        </Floating>
        <VisuallyHidden>
          <span aria-live="polite">{isOpen ? `${options.length} suggestions` : ''}</span>
        </VisuallyHidden>
      </>
    ),
  }
}

function FileList({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {uploads.files.map(file => (
        <li key={file.key} className={styles.file} data-failed={file.error !== null || undefined}>
          <FileLine file={file} uploads={uploads} />
        </li>
      ))}
    </ul>
  )
}

function FileLine({ file, uploads }: { readonly file: FileOnItsWay; readonly uploads: Uploads }) {
  if (file.error !== null) {
    return (
      <>
        <AlertIcon />
        <span className={styles.fileName} role="alert">
          <strong>{file.name}</strong> {file.error}
        </span>
        <Button size="s" onClick={() => uploads.retry(file.key)}>
          Retry
        </Button>
        <IconButton label={`Dismiss ${file.name}`} icon={<XIcon />} size="s" onClick={() => uploads.drop(file.key)} />
      </>
    )
  }
  return (
    <>
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.fileProgress}>
        <ProgressBar
          label={`Uploading ${file.name}`}
          value={file.progress === null ? null : Math.round(file.progress * 100)}
        />
      </span>
      <IconButton label={`Cancel ${file.name}`} icon={<XIcon />} size="s" onClick={() => uploads.drop(file.key)} />
    </>
  )
}

function insertBlock(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return
  const selected = selectedIn(area)
  const isInLine = selected.text !== '' && !/(?:^|\n)$/.test(selected.text.slice(0, selected.start))
  applyEdit(
    area,
    isInLine && !text.includes('\n')
      ? {
          from: selected.start,
          to: selected.end,
          text: ` ${text} `,
          selection: [selected.start + text.length + 2, selected.start + text.length + 2],
        }
      : block(
          selected,
          text.includes('\n') ? text : `${text}\n`,
          text.includes('\n') ? text.length : text.length + 1,
          0,
        ),
  )
}

/** Without taking the focus or the cursor from where the person is writing. */
function replaceText(area: HTMLTextAreaElement | null, from: string, to: string): void {
  const at = area?.value.indexOf(from) ?? -1
  if (!area || at < 0) return
  const moved = (offset: number) =>
    offset <= at ? offset : offset >= at + from.length ? offset + to.length - from.length : at + to.length
  const selection: readonly [number, number] = [moved(area.selectionStart), moved(area.selectionEnd)]
  if (document.activeElement === area) applyEdit(area, { from: at, to: at + from.length, text: to, selection })
  else {
    area.setRangeText(to, at, at + from.length, 'preserve')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** In full screen the Tab key goes round: what is behind cannot be seen. */
function stayInside(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [
    ...(box?.querySelectorAll<HTMLElement>('button:not(:disabled), textarea, input:not([hidden]), [tabindex="0"]') ??
      []),
  ].filter(each => each.tabIndex >= 0 && each.offsetParent !== null)
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  const next = event.shiftKey ? stops.at(-1) : stops[0]
  next?.focus()
}
