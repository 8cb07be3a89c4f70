import { useQuery } from '@tanstack/react-query'
import { listForks } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { messages } from './messages.ts'

/** A project that only its members see. */
export interface PrivateProject {
  readonly id: number
  readonly name: string
  readonly fullPath: string
}

interface PrivateForkFieldProps {
  readonly value: PrivateProject | null
  readonly onValue: (project: PrivateProject | null) => void
}

const mostForks = 100

/**
 * The project for the branch of a confidential issue: a private fork, or the project itself if it is private.
 *
 * @source BRANCH-024 to BRANCH-026, BRANCH-034
 */
export function PrivateForkField({ value, onValue }: PrivateForkFieldProps) {
  const { namespace } = useIssuePage()
  const forks = useQuery(
    reading(listForks, {
      id: namespace.id,
      withMergeRequestsEnabled: true,
      minAccessLevel: 30,
      visibility: 'private',
      perPage: mostForks,
    }),
  )
  const projects: readonly PrivateProject[] = [
    ...(namespace.visibility === 'private'
      ? [{ id: namespace.id, name: `${namespace.fullName} (this project)`, fullPath: namespace.fullPath }]
      : []),
    ...(forks.data ?? []).flatMap(({ id, nameWithNamespace: name, pathWithNamespace: fullPath }) =>
      id === undefined || name === undefined || fullPath === undefined ? [] : [{ id, name, fullPath }],
    ),
  ]
  return (
    <FormField
      label="Private fork"
      error={forks.isError ? messages.forks : null}
      hint={
        forks.data !== undefined && projects.length === 0 ? (
          <>
            You have no private fork with merge requests enabled where you are at least a Developer.{' '}
            <TextLink href={`/${namespace.fullPath}/-/forks/new`}>Fork the project</TextLink> and make the fork private.
          </>
        ) : (
          'This issue is confidential, so its branch must be in a private project.'
        )
      }
    >
      <Select
        value={value === null ? '' : String(value.id)}
        onValue={id => onValue(projects.find(project => String(project.id) === id) ?? null)}
        options={[
          { value: '', label: forks.isPending ? 'Loading…' : 'Select a private fork' },
          ...projects.map(project => ({ value: String(project.id), label: project.name })),
        ]}
      />
    </FormField>
  )
}
