import { RepoForkedIcon, SyncIcon } from '@primer/octicons-react'
import { codeBranchesPage, codeCommitsPage, codeTreePage, updateFork, upstreamOfFork } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { codeTopics } from '../shared/place.ts'
import styles from './UpstreamBar.module.css'

interface UpstreamBarProps {
  readonly namespace: string
  readonly projectId: number
}

/** The divergence of a fork's default branch from upstream, and the button that merges upstream's commits. */
export function UpstreamBar({ namespace, projectId }: UpstreamBarProps) {
  const { data } = useReading(upstreamOfFork, { namespace }, { topics: () => codeTopics({ place: { id: projectId } }) })
  const update = useOperation(updateFork, {
    refreshes: [upstreamOfFork, codeTreePage, codeCommitsPage, codeBranchesPage],
    onSuccess: ({ outcome }) =>
      showToast(outcome === 'updated' ? 'Fork updated from upstream' : 'The fork is up to date'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  if (data === undefined || data === null || data.apart === null) return null
  const { source, branch, apart, canUpdate } = data
  return (
    <section aria-label="Upstream" className={styles.bar}>
      <span className={styles.words}>
        <RepoForkedIcon />
        <span>
          {apart.ahead === 0 && apart.behind === 0 ? (
            <>
              Up to date with <TextLink href={`/${source.fullPath}`}>{source.fullPath}</TextLink>
            </>
          ) : (
            <>
              <strong>
                <NameText name={branch} />
              </strong>{' '}
              is {sentence(apart)} <TextLink href={`/${source.fullPath}`}>{source.fullPath}</TextLink>
            </>
          )}
        </span>
      </span>
      {canUpdate && (
        <Button
          size="s"
          icon={<SyncIcon />}
          busy={update.isPending}
          onClick={() => update.mutate({ namespace, branch })}
        >
          Update fork
        </Button>
      )}
    </section>
  )
}

function sentence({ ahead, behind }: { readonly ahead: number; readonly behind: number }): string {
  const parts = [
    ...(ahead > 0 ? [`${counted(ahead, 'commit')} ahead`] : []),
    ...(behind > 0 ? [`${counted(behind, 'commit')} behind`] : []),
  ]
  return behind > 0 ? parts.join(' of and ') : `${parts.join('')} of`
}
