import { PencilIcon, XIcon } from '@primer/octicons-react'
import { type MouseEvent, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { Spinner } from '../actions/Spinner.tsx'
import { Floating } from '../floating/Floating.tsx'
import { Tooltip } from '../floating/Tooltip.tsx'
import { signOf } from '../icon.tsx'
import type { Loadable } from '../on-demand.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { useId } from '../use-id.tsx'
import { useOpening } from '../use-opening.tsx'
import { SidebarContext } from './Sidebar.tsx'
import styles from './SidebarField.module.css'

interface SidebarFieldProps {
  readonly label: string
  readonly editable?: boolean
  readonly busy?: boolean
  /** One sentence. */
  readonly error?: string | null
  /** Makes the sentence dismissible. @source UI-010 */
  readonly onErrorDismiss?: () => void
  /** Tries once more what failed. */
  readonly onRetry?: (() => void) | undefined
  /** The entered value could not be saved: the editor opens again. */
  readonly unsaved?: boolean
  /**
   * The editor that the Edit button opens. It gets a function that closes it. A choice from a list is saved however it
   * closes; text in a field is discarded by Escape and `close('cancel')`.
   */
  readonly editor?: (close: (how?: 'apply' | 'cancel') => void) => ReactNode
  /** The module of the editor, if it is loaded on demand. */
  readonly editorPart?: Loadable
  /** Below the field like a menu, or in the place of the value. */
  readonly editorPlace?: 'popup' | 'inline'
  /** `Apply` for an editor that saves as a whole when it closes, `Close` for one that saves at each step. */
  readonly closeLabel?: 'Apply' | 'Close'
  readonly onOpen?: () => void
  readonly onClose?: (how: 'apply' | 'cancel') => void
  /** The control in place of the Edit button: a switch, for instance. */
  readonly control?: ReactNode
  /** The icon of the field in the collapsed sidebar, with a short word for its value. */
  readonly icon?: ReactNode
  readonly summary?: ReactNode
  /** The tooltip in the collapsed sidebar, if the label is too short. */
  readonly foldedHint?: string
  readonly count?: number
  readonly children?: ReactNode
}

/** One field of a sidebar: shows, lets edit, and says one sentence when it fails. @source SIDE-010, SIDE-011, SIDE-014 */
export function SidebarField(props: SidebarFieldProps) {
  const { label, editable, busy = false, error, unsaved = false } = props
  const { editor, editorPlace = 'popup', closeLabel = 'Close', children } = props
  const { isFolded, unfold } = useContext(SidebarContext)
  const [isOpen, setOpen] = useState(false)
  const [held, show] = useOpening(props.editorPart)
  const reopen = useEffectEvent(() => show(() => setOpen(true)))
  // A save fails outside of React.
  useEffect(() => {
    if (unsaved) reopen()
  }, [unsaved])
  // The permission was revoked while the field was open: the input stays, to be copied, but is not saved.
  const isRevoked = isOpen && !editable
  const [head, setHead] = useState<HTMLElement | null>(null)
  const pressedAt = useRef(0)
  const closedAt = useRef(0)
  const id = useId()
  const word = isRevoked ? 'Close' : isOpen ? closeLabel : 'Edit'
  const revoked = isRevoked && (
    <p role="alert" className={styles.error}>
      You can no longer edit this.
    </p>
  )

  function open() {
    props.onOpen?.()
    show(() => setOpen(true))
  }

  function close(how: 'apply' | 'cancel' = 'apply') {
    setOpen(false)
    closedAt.current = performance.now()
    const done = isRevoked ? 'cancel' : how
    // A change that could not be saved is discarded, and its error with it.
    if (done === 'cancel') props.onErrorDismiss?.()
    props.onClose?.(done)
    // Another field may have been opened meanwhile, and closes when it loses the focus.
    const inOpenField = document.activeElement?.closest('[data-open]')
    if (inOpenField && inOpenField !== head?.parentElement) return
    head?.querySelector<HTMLElement>('[data-edit]')?.focus()
  }

  if (isFolded) {
    return (
      <Tooltip text={props.foldedHint ?? label} labels={props.foldedHint === undefined}>
        <button
          type="button"
          data-edit={editable && editor ? label : undefined}
          className={styles.folded}
          onClick={unfold}
        >
          {props.icon}
          <VisuallyHidden>{label} </VisuallyHidden>
          {busy ? <Spinner size="s" /> : <span className={styles.summary}>{props.summary}</span>}
        </button>
      </Tooltip>
    )
  }

  const isInline = isOpen && editor !== undefined && editorPlace === 'inline'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more for each field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button in the row
    <div
      role="group"
      aria-labelledby={id}
      aria-busy={busy}
      data-open={isOpen || undefined}
      data-editable={(editable && editor !== undefined) || undefined}
      className={styles.field}
      onPointerDown={event => {
        pressedAt.current = event.timeStamp
      }}
      onClick={event => {
        // The press that closed the popup does not open it again.
        if (!editable || !editor || isOpen || closedAt.current >= pressedAt.current || isOwnPress(event)) return
        open()
      }}
    >
      <h3 id={id} className={styles.label}>
        {label}
        {props.count !== undefined && <span className={styles.count}> {props.count}</span>}
      </h3>
      {children !== undefined && !isInline && <div className={styles.value}>{children}</div>}
      <div ref={setHead} className={styles.controls}>
        {held}
        {busy && <Spinner size="s" label="Saving" />}
        {props.control}
        {(editable || isOpen) && editor && (
          <button
            type="button"
            data-edit={label}
            aria-expanded={isOpen}
            aria-label={`${word} ${label}`}
            className={styles.edit}
            {...(!isOpen && signOf(PencilIcon))}
            onClick={() => (isOpen ? close('apply') : open())}
          >
            {isOpen && word}
          </button>
        )}
      </div>
      {isInline && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the editor inside
        <div
          className={styles.whole}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            // Nor to the drawer around it.
            event.preventDefault()
            close('cancel')
          }}
        >
          {revoked}
          {editor(close)}
        </div>
      )}
      {editor && editorPlace === 'popup' && (
        <Floating
          anchor={isOpen ? head : null}
          onClose={why => close(why === 'escape' && closeLabel === 'Close' ? 'cancel' : 'apply')}
          matchWidth
          placement="bottom-end"
          gapPx={4}
          role="dialog"
          label={label}
          className={styles.popup}
        >
          {revoked}
          {editor(close)}
        </Floating>
      )}
      {/* An open popup stands over it, and says itself what fails in it. A revoked permission is said once. */}
      {error && !isRevoked && !(isOpen && editorPlace === 'popup') && (
        <div role="alert" className={styles.error}>
          <span>{error}</span>
          {props.onRetry && (
            <Button size="s" onClick={props.onRetry}>
              Try again
            </Button>
          )}
          {props.onErrorDismiss && (
            <IconButton label="Dismiss" icon={<XIcon />} size="s" tooltip={false} onClick={props.onErrorDismiss} />
          )}
        </div>
      )}
    </div>
  )
}

const ownPress = 'a, button, input, label, [role=group] [tabindex], [role=group] [role=alert]'

/** A press on something in the row that has a meaning of its own, or the end of selecting its text. */
function isOwnPress({ target, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return true
  return target.closest(ownPress) !== null || getSelection()?.isCollapsed === false
}
