import {
  AlertFillIcon,
  CheckCircleFillIcon,
  CircleSlashIcon,
  ClockIcon,
  GitMergeIcon,
  GitPullRequestClosedIcon,
} from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { call } from '#web/api/client.ts'
import { rebaseMergeRequest, removeBranch } from '#web/api/operations.gen.ts'
import { type Save, useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { PickVerb } from '../../commits/PickDialog.tsx'
import { PickDialog } from '../../commits/pick-dialog.ts'
import { commitHref } from '../../shared/addresses.ts'
import { deployedParts } from '../../shared/deployed-parts.ts'
import { securityParts } from '../../shared/security-parts.ts'
import { messages } from '../messages.ts'
import { ApprovalArea } from '../review/ApprovalArea.tsx'
import { saveOptions } from '../save.ts'
import type { MergeRequestData, MergeRequestPageData } from '../shapes.ts'
import { CommitMessagesForm } from './CommitMessagesForm.tsx'
import { Conditions } from './Conditions.tsx'
import { type CommitMessages, useCommitMessages } from './commit-messages.ts'
import { isMergeOffered, MergeActions } from './MergeActions.tsx'
import styles from './MergeArea.module.css'
import { ChecksLine, ThreadsLine } from './MergeLines.tsx'
import { MergeForms, MergeMenu, useMergeForms } from './MergeMenu.tsx'
import { useMergeRequestPage } from './merge-request-context.ts'
import { type Headline, headlineOf, willSquash } from './merge-state.ts'
import { useAction } from './use-action.ts'

export const headlineIcons: Readonly<Record<Headline['tone'], ReactNode>> = {
  ready: <CheckCircleFillIcon size={20} />,
  warning: <AlertFillIcon size={20} />,
  blocked: <CircleSlashIcon size={20} />,
  pending: <ClockIcon size={20} />,
  merged: <GitMergeIcon size={20} />,
  closed: <GitPullRequestClosedIcon size={20} />,
}

/** Whether and how the merge request can be merged, and the way to do it. */
export function MergeArea() {
  const page = useMergeRequestPage()
  const { mergeRequest, namespace, permissions } = page
  const { iid, state } = mergeRequest
  const headline = headlineOf(mergeRequest, namespace, permissions.canMerge)
  const texts = useCommitMessages(mergeRequest)
  const forms = useMergeForms()
  const options = useMergeOptions(texts)
  const rebase = useAction(messages.rebase, carried =>
    call(rebaseMergeRequest, { id: namespace.id, mergeRequestIid: iid }, { carried }),
  )
  const isOpen = state === 'opened'
  // If there is no button to merge, its options are in the other menu.
  const others = [
    ...(permissions.canMerge && !isMergeOffered(page) ? options.items : []),
    ...options.others,
    ...(canRebase(page) ? [{ label: 'Rebase', onSelect: () => rebase.run() }] : []),
  ]
  return (
    <section aria-label="Merge" data-actions="" data-tone={headline.tone} className={styles.area}>
      <div className={styles.head}>
        <span className={styles.icon}>{headlineIcons[headline.tone]}</span>
        <h2 className={styles.headline}>{state === 'merged' ? <Merged /> : headline.text}</h2>
        {isOpen && !namespace.archived && <MergeMenu {...forms} items={others} />}
      </div>
      {headline.detail !== undefined && <p className={styles.aside}>{headline.detail}</p>}
      {mergeRequest.mergeError !== null && isOpen && <Banner tone="danger">{mergeRequest.mergeError}</Banner>}
      {isOpen && <MergeActions texts={texts} options={options.items} rebase={rebase} />}
      {[options, rebase].map(
        ({ error, forgetError }, index) =>
          error !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are always these two
            <Banner key={index} tone="danger" onDismiss={forgetError}>
              {error}
            </Banner>
          ),
      )}
      {/* Text that is being written here stays when another user merges. */}
      <CommitMessagesForm texts={texts} />
      <MergeForms {...forms} />
      {isOpen && <Open />}
      <div className={styles.lines}>
        <ApprovalArea />
        {(isOpen || state === 'closed') && <ChecksLine />}
        {isOpen && <ThreadsLine />}
      </div>
      {isOpen && <Conditions />}
      {namespace.offers.vulnerabilities && <Security />}
      {state === 'merged' && <AfterMerge />}
      {state === 'merged' && namespace.offers.environments && <Deployed />}
      <Closes issues={mergeRequest.closesIssues} isMerged={state === 'merged'} />
    </section>
  )
}

/** A rebase that is not the next step, but possible. */
const canRebase = ({ mergeRequest, permissions }: MergeRequestPageData): boolean =>
  mergeRequest.divergedCommits > 0 &&
  mergeRequest.detailedMergeStatus !== 'conflict' &&
  mergeRequest.detailedMergeStatus !== 'need_rebase' &&
  permissions.canPushToSource

/** The findings of scanners that it adds. */
function Security() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const Part = securityParts.mergeRequest
  return (
    Part !== null && (
      <ErrorBoundary label="Security findings">
        <Part namespace={namespace} mergeRequest={mergeRequest} />
      </ErrorBoundary>
    )
  )
}

/** The environments that have it. */
function Deployed() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const Part = deployedParts.mergeRequest
  return (
    Part !== null && (
      <ErrorBoundary label="Deployments">
        <Part namespace={namespace.fullPath} iid={mergeRequest.iid} />
      </ErrorBoundary>
    )
  )
}

function Merged() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { mergeUser, mergedAt, mergeCommitSha, targetBranch } = mergeRequest
  return (
    <>
      Merged{mergeUser !== null && ` by ${mergeUser.name}`} into <NameText name={targetBranch} />{' '}
      {mergedAt !== null && <RelativeTime at={mergedAt} />}
      {mergeCommitSha !== null && (
        <>
          {' in '}
          <TextLink href={commitHref({ namespace: namespace.fullPath }, mergeCommitSha)}>
            <code>{mergeCommitSha.slice(0, 8)}</code>
          </TextLink>
        </>
      )}
    </>
  )
}

/** The state of an open merge request before it is merged. */
function Open() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { divergedCommits, targetBranch, sourceBranch, detailedMergeStatus: status } = mergeRequest
  return (
    <>
      {status === 'conflict' && <LocalConflict />}
      {divergedCommits > 0 && status !== 'conflict' && (
        <p className={styles.aside}>
          <NameText name={sourceBranch} /> is {counted(divergedCommits, 'commit')} behind{' '}
          <NameText name={targetBranch} />.
        </p>
      )}
      {!permissions.canMerge && !namespace.archived && status === 'mergeable' && (
        <p className={styles.aside}>
          Ask someone who can push to <NameText name={targetBranch} /> to merge this.
        </p>
      )}
    </>
  )
}

function LocalConflict() {
  const { sourceBranch, targetBranch } = useMergeRequestPage().mergeRequest
  const commands = `git fetch origin\ngit switch ${quoted(sourceBranch)}\ngit merge ${quoted(`origin/${targetBranch}`)}\n# resolve the conflicts, then\ngit commit\ngit push`
  return (
    <details className={styles.details}>
      <summary>Resolve the conflicts locally</summary>
      <div className={styles.commands}>
        <pre data-scrolls>{commands}</pre>
        <CopyButton text={commands} label="Copy commands" />
      </div>
    </details>
  )
}

/** A branch name as a shell reads it. */
const quoted = (name: string): string => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

interface MergeOptions extends Pick<Save<unknown>, 'error' | 'forgetError'> {
  /** The ways to merge. */
  readonly items: readonly MenuItem[]
  readonly others: readonly MenuItem[]
}

function useMergeOptions(texts: CommitMessages): MergeOptions {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { removeSourceBranch, squashOption, commitMessages, mergeMethod, allowCollaboration } = mergeRequest
  const { run, error, forgetError } = useSave({
    save: saveOptions,
    preview: (_now, change: MergeChoice) => ({
      // The page's issuable is a merge request.
      issuable: change as object,
    }),
    failure: messages.options,
  })
  const isSquashed = willSquash(mergeRequest)
  return {
    error,
    forgetError,
    items: [
      ...(permissions.canRemoveSource
        ? [
            {
              kind: 'check' as const,
              label: 'Delete source branch',
              checked: removeSourceBranch,
              onSelect: () => run({ removeSourceBranch: !removeSourceBranch }),
            },
          ]
        : []),
      ...(squashOption === 'never'
        ? []
        : [
            {
              kind: 'check' as const,
              label: 'Squash commits',
              checked: isSquashed,
              disabled: squashOption === 'always',
              onSelect: () => run({ squash: !isSquashed }),
            },
          ]),
      ...(commitMessages !== null && (mergeMethod !== 'ff' || isSquashed)
        ? [{ label: 'Edit commit message', onSelect: texts.open }]
        : []),
    ],
    others: permissions.canAllowCollaboration
      ? [
          {
            // Only users who can push to the fork may set it, whether they can merge or not.
            kind: 'check',
            label: 'Allow commits from members who can merge to the target branch',
            checked: allowCollaboration,
            onSelect: () => run({ allowCollaboration: !allowCollaboration }),
          },
        ]
      : [],
  }
}

interface MergeChoice {
  readonly squash?: boolean
  readonly removeSourceBranch?: boolean
  readonly allowCollaboration?: boolean
}

function AfterMerge() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { sourceBranch, sourceBranchExists, sourceProject } = mergeRequest
  const remove = useAction(messages.options, carried =>
    call(removeBranch, { id: sourceProject?.id ?? namespace.id, branch: sourceBranch }, { carried }),
  )
  return (
    <div className={styles.row}>
      <span className={styles.aside}>
        {sourceBranchExists ? 'The source branch still exists.' : 'The source branch was deleted.'}
      </span>
      {permissions.canRemoveSource && (
        <Button size="s" busy={remove.isPending} onClick={() => remove.run()}>
          Delete source branch
        </Button>
      )}
      {(permissions.canPick || permissions.canPickInFork) && <PickButtons />}
      {remove.error && <Banner tone="danger">{remove.error}</Banner>}
    </div>
  )
}

function PickButtons() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const [verb, setVerb] = useState<PickVerb | null>(null)
  return (
    <>
      <Button size="s" onClick={() => setVerb('revert')}>
        Revert
      </Button>
      <Button size="s" onClick={() => setVerb('cherry-pick')}>
        Cherry-pick
      </Button>
      {verb !== null && (
        <PickDialog
          namespace={namespace.fullPath}
          of={{ iid: mergeRequest.iid }}
          verb={verb}
          branch={mergeRequest.targetBranch}
          canOpenMergeRequest={permissions.canCreateMergeRequest}
          forkOf={permissions.canPickInFork ? namespace.id : undefined}
          onClose={() => setVerb(null)}
        />
      )}
    </>
  )
}

interface ClosesProps {
  readonly issues: MergeRequestData['closesIssues']
  readonly isMerged: boolean
}

function Closes({ issues, isMerged }: ClosesProps) {
  if (issues.length === 0) return null
  return (
    <p className={styles.aside}>
      {isMerged ? 'Closed' : 'Closes'}{' '}
      {issues.map((issue, index) => (
        <span key={issue.path}>
          {index > 0 && ', '}
          <TextLink href={issue.path} title={issue.title}>
            {issue.reference}
          </TextLink>
        </span>
      ))}
    </p>
  )
}
