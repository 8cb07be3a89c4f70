import { useQuery } from '@tanstack/react-query'
import { asking } from '#web/api/graphql.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from './messages.ts'
import { projectWorkItemTypes } from './project-work-item-types.graphql.gen.ts'

interface OfferedType {
  /** Global id. */
  readonly id: string
  readonly name: string
}

export interface TypeChoice {
  readonly offered: readonly OfferedType[]
  /** Null until the types are known. */
  readonly chosen: OfferedType | null
  /** Asks for the types again, where that failed. */
  readonly retry: (() => void) | null
  readonly isFetching: boolean
}

/** The types of new work items of a project. @param name  the shown name of the chosen one; the first type stands in for an unknown one */
export function useTypes(namespace: string, name: string): TypeChoice {
  const types = useQuery(asking(projectWorkItemTypes, { fullPath: namespace }))
  const offered = types.data?.workspace?.workItemTypes?.nodes?.filter(type => type !== null) ?? []
  return {
    offered,
    chosen: offered.find(type => type.name === name) ?? offered[0] ?? null,
    retry: types.isError ? () => void types.refetch() : null,
    isFetching: types.isFetching,
  }
}

interface TypeFieldProps {
  readonly types: TypeChoice
  /** Called with the shown name. */
  readonly onChoose: (name: string) => void
}

/** The field of the type. */
export function TypeField({ types: { offered, chosen }, onChoose }: TypeFieldProps) {
  return (
    <FormField label="Type">
      <Select
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? ''}
        disabled={offered.length === 0}
        onValue={id => onChoose(offered.find(type => type.id === id)?.name ?? '')}
      />
    </FormField>
  )
}

/** @source ERRMSG-001 */
export function TypesFailure({ types: { retry, isFetching } }: { readonly types: TypeChoice }) {
  if (retry === null) return null
  return (
    <Banner
      tone="danger"
      action={
        <Button size="s" busy={isFetching} onClick={retry}>
          Try again
        </Button>
      }
    >
      {messages.fetchTypes}
    </Banner>
  )
}
