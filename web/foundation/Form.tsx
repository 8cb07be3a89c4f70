import { type ReactNode, useRef } from 'react'
import { useFocusInvalid } from '#web/ui/forms/focus-invalid.ts'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './form.module.css'

interface FormProps {
  /** For a button that stands outside of it. */
  readonly id?: string
  readonly onSubmit: () => void
  /** What is wrong with all of it, above the fields. */
  readonly problem?: string | null
  readonly children: ReactNode
}

/** Fields one below the other. The server checks; what it says stands beside the fields. */
export function Form({ id, onSubmit, problem, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(form)
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (holdsRefused(event.currentTarget)) return
        focusInvalid()
        onSubmit()
      }}
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {children}
    </form>
  )
}

/** Fields that stand side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

export function FormNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
