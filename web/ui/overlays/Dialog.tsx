import { XIcon } from '@primer/octicons-react'
import { type ReactNode, type SyntheticEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../classes.ts'
import { useId } from '../use-id.tsx'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  readonly size?: 's' | 'm' | 'l'
  readonly footer?: ReactNode
  /** A drawer stands at the side of the window, as high as it. */
  readonly side?: 'center' | 'start' | 'end'
  /** The title is for assistive tools alone. */
  readonly bare?: boolean
  /** Has no padding around its content. */
  readonly flush?: boolean
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/**
 * A modal dialog; it is open while it is rendered. The element with `data-autofocus`, or else the first field, takes the
 * focus, and what had it before gets it back.
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, size = 'm', footer, side = 'center', bare, flush, className, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const descriptionId = useId()
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    // The mark is set on the root as in `useRootMark`; a dialog may be above another one.
    const root = document.documentElement
    root.setAttribute('data-modal', '')
    const first =
      '[data-autofocus], input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'
    const target = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(first)
    ;(target ?? dialog).focus()
    const isBeside = (event: MouseEvent) => event.target === dialog && !contains(dialog.getBoundingClientRect(), event)
    let isPressedBeside = false
    const onPress = (event: PointerEvent) => {
      isPressedBeside = isBeside(event)
    }
    // The listener waits for the end of the press: otherwise the element under the finger would receive the rest of it.
    const onClick = (event: MouseEvent) => {
      if (isPressedBeside && isBeside(event)) close()
    }
    dialog.addEventListener('pointerdown', onPress)
    dialog.addEventListener('click', onClick)
    return () => {
      dialog.removeEventListener('pointerdown', onPress)
      dialog.removeEventListener('click', onClick)
      dialog.close()
      root.toggleAttribute('data-modal', document.querySelector('dialog:modal') !== null)
    }
  }, [])

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={element}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      data-size={size}
      data-side={side}
      className={classes(styles.dialog, className)}
      onCancel={cancel}
    >
      <header className={styles.header} data-bare={bare || undefined}>
        <h2 id={titleId}>{title}</h2>
        {!bare && <IconButton label="Close" icon={<XIcon />} size="s" onClick={onClose} tooltip={false} />}
      </header>
      {description && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
      {children && (
        <div data-flush={flush || undefined} className={bare ? styles.bare : styles.body}>
          {children}
        </div>
      )}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </dialog>
  )
}

function contains(box: DOMRect, point: MouseEvent): boolean {
  return (
    point.clientX >= box.left && point.clientX <= box.right && point.clientY >= box.top && point.clientY <= box.bottom
  )
}
