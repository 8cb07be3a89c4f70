import { RepoForkedIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { ProjectHome } from '../places/place.ts'

/** Leads to the page that copies the project, and, by the count, to the copies. */
export function ForkButton({ project }: { readonly project: ProjectHome }) {
  const { fullPath, forksCount, permissions } = project
  const list = `See ${counted(forksCount, 'fork')}`
  return (
    <ButtonGroup label="Forks">
      {permissions.canFork && (
        <LinkButton href={`/${fullPath}/-/forks/new`} icon={<RepoForkedIcon />}>
          Fork
        </LinkButton>
      )}
      <Tooltip text={list} labels>
        <LinkButton
          href={`/${fullPath}/-/forks`}
          aria-label={list}
          {...(!permissions.canFork && { icon: <RepoForkedIcon /> })}
        >
          {forksCount}
        </LinkButton>
      </Tooltip>
    </ButtonGroup>
  )
}
