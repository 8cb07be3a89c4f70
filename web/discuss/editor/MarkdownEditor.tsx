import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isKey, latinKey } from '#web/ui/actions/keys.ts'
import { atRest } from '#web/ui/at-rest.ts'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useId } from '#web/ui/use-id.tsx'
import type { TextTarget } from '../noteable.ts'
import { AttachButton } from './AttachButton.tsx'
import { completionContext } from './completion/completion-context.ts'
import type { EditorPowersHandle } from './EditorPowers.tsx'
import { EditorTabs, type EditorView, panelId, tabId } from './EditorTabs.tsx'
import { HelpLinks } from './HelpLinks.tsx'
import styles from './MarkdownEditor.module.css'
import { Toolbar } from './Toolbar.tsx'
import { toolOfKey } from './tool-keys.ts'
import { withoutPlaceholders } from './upload-placeholder.ts'
import { useZen } from './zen.ts'

// Text typed meanwhile goes into the box, which is there already.
const EditorPowers = onDemand(() => import('./EditorPowers.tsx').then(module => module.EditorPowers), {
  holdsKeys: false,
})

const Preview = onDemand(() => import('./Preview.tsx').then(module => module.Preview), { holdsKeys: false })

export interface MarkdownEditorHandle {
  focus(): void
  /** Put a text on lines of its own where the cursor is, and stand behind it. */
  insert(text: string): void
}

interface MarkdownEditorProps {
  /** Names the box: "Comment". */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Full path of the project whose people, labels and files the text may name. */
  readonly namespace: string
  /** The noteable that the text is written on. */
  readonly target: TextTarget
  readonly placeholder?: string
  readonly rows?: number
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly autoFocus?: boolean
  /** The id, for a label outside. */
  readonly id?: string
  readonly describedBy?: string
  /** Ctrl or Cmd with Enter. */
  readonly onSubmit?: () => void
  /**
   * The action of Escape outside of full screen. Without it, Escape leaves the box: its text stays, and keys are the
   * page's again.
   */
  readonly onCancel?: () => void
  /** The up arrow in an empty box. */
  readonly onArrowUp?: () => void
  /** Called with whether files are being uploaded: sending should wait for them. */
  readonly onBusy?: (isBusy: boolean) => void
  /** The Tab key comes to the text before the buttons above it: the box stands in a form, below another field. */
  readonly toolsLast?: boolean
  /** Below the text, inside the box: notices to read before sending. */
  readonly notices?: ReactNode
  /** Below the text, inside the box: the buttons that send it. They stay at hand in full screen too. */
  readonly actions?: ReactNode
  readonly ref?: Ref<MarkdownEditorHandle>
}

const toEnd = (area: HTMLTextAreaElement | null): void => area?.setSelectionRange(area.value.length, area.value.length)

/** A textarea for markdown with preview, formatting, completion, files and a full screen. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, namespace, target, disabled = false } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<EditorView>('write')
  const [isDragging, setDragging] = useState(false)
  const zen = useZen(box, area)
  const place = completionContext(namespace, target)
  const isUploading = useRef(false)
  const [fileList, setFileList] = useState<HTMLElement | null>(null)
  const { powers, areAwake, use, onReady } = usePowers()

  const wasFocused = useRef(false)
  useImperativeHandle(props.ref, () => ({
    focus: () => {
      // A frame later, the user may have opened another box.
      if (view === 'write') return area.current?.focus()
      setView('write')
      requestAnimationFrame(() => area.current?.focus())
    },
    insert: text => {
      setView('write')
      requestAnimationFrame(() => {
        if (!wasFocused.current) toEnd(area.current)
        area.current?.focus({ preventScroll: true })
        use(powers => powers.insert(text))
      })
    },
  }))

  // One goes on writing at the end, unless one is already writing where the server drew the box. Where the caret is, is the browser's.
  useEffect(() => {
    if (document.activeElement === area.current && area.current?.selectionEnd === 0) toEnd(area.current)
  }, [])

  // A text that was kept while its files were on their way.
  const cleanUp = useEffectEvent(() => {
    const clean = withoutPlaceholders(value)
    if (clean !== value) onChange(clean)
  })
  useEffect(() => cleanUp(), [])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!area.current) return
    const isMod = event.ctrlKey || event.metaKey
    if (isKey(event, 'Enter') && isMod) {
      event.preventDefault()
      if (!isUploading.current) props.onSubmit?.()
      return
    }
    if (isMod && event.shiftKey && latinKey(event) === 'P') {
      event.preventDefault()
      setView('preview')
      return
    }
    if (powers.current?.pick(event)) return
    const tool = toolOfKey(event)
    if (tool) {
      event.preventDefault()
      use(powers => powers.run(tool))
      return
    }
    if (isKey(event, 'Enter') && !event.shiftKey && !event.altKey) {
      if (powers.current?.continueList()) event.preventDefault()
    } else if (event.key === 'ArrowUp' && value === '' && props.onArrowUp) {
      event.preventDefault()
      props.onArrowUp()
    }
  }

  function onBoxKey(event: KeyboardEvent) {
    if (zen.onKey(event) || event.key !== 'Escape' || event.defaultPrevented) return
    if (props.onCancel) {
      event.preventDefault()
      event.stopPropagation()
      props.onCancel()
    } else if (!area.current?.closest('dialog')) area.current?.blur()
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (powers.current === null) {
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
      use(powers => powers.attach(files))
    } else if (!powers.current.paste(event.clipboardData)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function onDrop(event: DragEvent) {
    setDragging(false)
    if (event.dataTransfer.files.length === 0 || disabled) return
    event.preventDefault()
    attach([...event.dataTransfer.files])
  }

  const attach = (files: readonly File[]) => use(powers => powers.attach(files))

  const head = (
    <div className={styles.head} data-last={props.toolsLast}>
      <EditorTabs
        id={id}
        label={label}
        view={view}
        onView={(next, by) => {
          setView(next)
          if (next === 'write' && by === 'press') requestAnimationFrame(() => area.current?.focus())
        }}
      />
      {view === 'write' && (
        <Toolbar
          isZen={zen.isOn}
          onZen={zen.set}
          disabled={disabled}
          onTool={name => use(powers => powers.run(name))}
        />
      )}
    </div>
  )
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
      {!props.toolsLast && head}
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
          rows={props.rows ?? 4}
          aria-label={props.id === undefined ? label : undefined}
          aria-describedby={props.describedBy}
          aria-autocomplete="list"
          placeholder={props.placeholder}
          value={value}
          disabled={disabled}
          autoFocus={props.autoFocus}
          spellCheck
          className={styles.area}
          onChange={event => {
            onChange(event.target.value)
            powers.current?.look()
          }}
          onSelect={() => powers.current?.follow()}
          onBlur={() => powers.current?.blur()}
          onFocus={() => {
            wasFocused.current = true
            use(powers => powers.begin())
          }}
          onKeyDown={onKeyDown}
          onPasteCapture={onPaste}
        />
        {areAwake && (
          <EditorPowers
            ref={powers}
            area={area}
            place={place}
            fileList={fileList}
            onBusy={isBusy => {
              isUploading.current = isBusy
              props.onBusy?.(isBusy)
            }}
            onReady={onReady}
          />
        )}
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
          <Preview
            namespace={namespace}
            target={target}
            text={value}
            fallback={<Skeleton rows={Math.min(value.split('\n').length, 5)} label="Rendering" />}
          />
        </div>
      )}
      {props.toolsLast && head}
      <div ref={setFileList} className={styles.files} />
      {props.notices}
      <div className={styles.foot}>
        <div className={styles.aids}>
          <AttachButton disabled={disabled} onFiles={attach} />
          <HelpLinks type={target.type} />
        </div>
        {props.actions}
      </div>
    </div>
  )
}

/**
 * The powers of the box: loaded at rest, or with the first press that needs them. Calls that waited for them run then.
 */
function usePowers() {
  const powers = useRef<EditorPowersHandle>(null)
  const waiting = useRef<((powers: EditorPowersHandle) => void)[]>([])
  const [areAwake, setAwake] = useState(false)
  // Only the browser knows when it is at rest.
  useEffect(() => atRest(() => setAwake(true)), [])
  return {
    powers,
    areAwake,
    use: (run: (powers: EditorPowersHandle) => void) => {
      setAwake(true)
      if (powers.current === null) waiting.current.push(run)
      else run(powers.current)
    },
    onReady: () => {
      const now = powers.current
      if (now === null) return
      // Within an effect, React would take back what an edit changes in the box.
      queueMicrotask(() => {
        for (const run of waiting.current.splice(0)) run(now)
        now.look()
      })
    },
  }
}
