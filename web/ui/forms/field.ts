import { createContext, useContext } from 'react'

/** The context that a `FormField` gives the one control inside it. */
interface FieldContext {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

export const FormFieldContext = createContext<FieldContext | null>(null)

interface GivenProps {
  readonly id?: string | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly required?: boolean | undefined
}

interface FieldProps {
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly required?: boolean
}

/** The attributes that tie a control to the field around it; none where there is none. */
export function useField(given: GivenProps): FieldProps {
  const field = useContext(FormFieldContext)
  if (!field) return {}
  const describedBy = [given['aria-describedby'], field.describedBy].filter(Boolean).join(' ')
  return {
    id: given.id ?? field.id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(field.isInvalid && { 'aria-invalid': true }),
    required: given.required ?? field.isRequired,
  }
}

/** The person for whom forms keep changed fields (kept-fields.ts); null keeps none. */
export const FieldsOwnerContext = createContext<number | null>(null)
