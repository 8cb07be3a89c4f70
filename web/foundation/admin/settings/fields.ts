import type { ReactNode } from 'react'
import type { ReplyOf } from '#contract/operation.ts'

export type SiteSettings = ReplyOf<typeof import('#contract/foundation/settings.ts').getApplicationSettings>

type Name = keyof SiteSettings

interface Common {
  readonly name: Name
  readonly label: string
  readonly hint?: ReactNode
}

/** A setting as the page has it, by the kind of its value. */
export type SettingField =
  | (Common & { readonly kind: 'flag' })
  | (Common & { readonly kind: 'number'; readonly min: number; readonly max: number })
  | (Common & {
      readonly kind: 'text'
      readonly placeholder?: string
      readonly code?: boolean
      readonly isNullable?: boolean
    })
  | (Common & { readonly kind: 'long' })
  /** A list of words, one a line. */
  | (Common & { readonly kind: 'lines'; readonly placeholder?: string })
  | (Common & {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string | number; readonly label: string }[]
    })
  /** Any number of some words. */
  | (Common & {
      readonly kind: 'words'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    })

export interface SettingGroup {
  readonly title: string
  readonly description?: ReactNode
  /** The verb and noun of its button. */
  readonly submit: string
  readonly fields: readonly SettingField[]
}

export type SettingValues = Partial<Record<Name, unknown>>
