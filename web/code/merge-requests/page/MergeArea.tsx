import {
  AlertFillIcon,
  CheckCircleFillIcon,
  CircleSlashIcon,
  ClockIcon,
  GitMergeIcon,
  GitPullRequestClosedIcon,
  XIcon,
} from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { call } from '#web/api/client.ts'
import { acceptMergeRequest, cancelAutoMerge, rebaseMergeRequest, removeBranch } from '#web/api/operations.gen.ts'
import type { write } from '#web/api/own-writes.ts'
import { type Save, useSave } from '#web/plan/issuable/use-save.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { PickVerb } from '../../commits/PickDialog.tsx'
import { PickDialog } from '../../commits/pick-dialog.ts'
import { commitHref } from '../../shared/addresses.ts'
import { messages } from '../messages.ts'
import { ApprovalArea } from '../review/ApprovalArea.tsx'
import { saveOptions } from '../save.ts'
import type { MergeRequestData } from '../shapes.ts'
import { CommitMessagesForm } from './CommitMessagesForm.tsx'
import { Conditions } from './Conditions.tsx'
import { type CommitMessages, useCommitMessages } from './commit-messages.ts'
import styles from './MergeArea.module.css'
import { ChecksLine, ThreadsLine } from './MergeLines.tsx'
import { conflictsHref } from './merge-request-address.ts'
import { useMergeRequestPage } from './merge-request-context.ts'
import { type Headline, headlineOf, refusalOf, willSquash } from './merge-state.ts'
import { useDraft } from './use-draft.ts'

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
  const { mergeRequest, namespace, permissions } = useMergeRequestPage()
  const headline = headlineOf(mergeRequest, namespace, permissions.canMerge)
  const texts = useCommitMessages(mergeRequest)
  return (
    <section aria-label="Merge" data-actions="" data-tone={headline.tone} className={styles.area}>
      <div className={styles.head}>
        <span className={styles.icon}>{headlineIcons[headline.tone]}</span>
        <h2 className={styles.headline}>{mergeRequest.state === 'merged' ? <Merged /> : headline.text}</h2>
      </div>
      {headline.detail !== undefined && <p className={styles.aside}>{headline.detail}</p>}
      {mergeRequest.mergeError !== null && mergeRequest.state === 'opened' && (
        <Banner tone="danger">{mergeRequest.mergeError}</Banner>
      )}
      {/* What is being written in their dialogs and forms stays when somebody else merges. */}
      <div className={styles.lines}>
        <ApprovalArea />
        {(mergeRequest.state === 'opened' || mergeRequest.state === 'closed') && <ChecksLine />}
        {mergeRequest.state === 'opened' && <ThreadsLine />}
      </div>
      <Conditions />
      {mergeRequest.state === 'opened' && <Open texts={texts} />}
      <CommitMessagesForm texts={texts} />
      {mergeRequest.state === 'merged' && <AfterMerge />}
      <Closes issues={mergeRequest.closesIssues} isMerged={mergeRequest.state === 'merged'} />
    </section>
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

function Open({ texts }: { readonly texts: CommitMessages }) {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { iid, divergedCommits, autoMergeUser, detailedMergeStatus: status } = mergeRequest
  const rebase = useAction(messages.rebase, carried =>
    call(rebaseMergeRequest, { id: namespace.id, mergeRequestIid: iid }, { carried }),
  )
  return (
    <>
      {status === 'draft_status' && permissions.canUpdate && <MarkReady />}
      {status === 'conflict' && <Conflict />}
      {divergedCommits > 0 && status !== 'conflict' && <Behind rebase={rebase} />}
      {rebase.error && (
        <Banner tone="danger" onDismiss={rebase.forgetError}>
          {rebase.error}
        </Banner>
      )}
      {permissions.canAllowCollaboration && <AllowCollaboration />}
      {permissions.canMerge && (autoMergeUser !== null || status !== 'conflict') && (
        <MergeForm isRebasing={rebase.isPending} texts={texts} />
      )}
      {!permissions.canMerge && !namespace.archived && status === 'mergeable' && (
        <p className={styles.aside}>
          Someone who can push to <NameText name={mergeRequest.targetBranch} /> can merge this.
        </p>
      )}
    </>
  )
}

/** For whoever can push to the fork, which need not be one who can merge. */
function AllowCollaboration() {
  const { mergeRequest } = useMergeRequestPage()
  const { run, error } = useSave({
    save: saveOptions,
    preview: (_now, change: { readonly allowCollaboration: boolean }) => ({ issuable: change as object }),
    failure: messages.options,
  })
  return (
    <div className={styles.form}>
      <Checkbox
        label="Allow commits from members who can merge to the target branch"
        checked={mergeRequest.allowCollaboration}
        onValue={allowCollaboration => run({ allowCollaboration })}
      />
      {error && <Banner tone="danger">{error}</Banner>}
    </div>
  )
}

function MarkReady() {
  const { isPending, toggle } = useDraft()
  return (
    <div className={styles.row}>
      <Button busy={isPending} onClick={toggle}>
        Mark as ready
      </Button>
      <span className={styles.aside}>Drafts cannot be merged.</span>
    </div>
  )
}

function Conflict() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { iid, sourceBranch, targetBranch } = mergeRequest
  const commands = `git fetch origin\ngit switch ${quoted(sourceBranch)}\ngit merge ${quoted(`origin/${targetBranch}`)}\n# resolve the conflicts, then\ngit commit\ngit push`
  return (
    <>
      {permissions.canPushToSource && (
        <div className={styles.row}>
          <LinkButton href={conflictsHref(namespace.fullPath, iid)}>Resolve conflicts</LinkButton>
        </div>
      )}
      <details className={styles.details}>
        <summary>Resolve the conflicts locally</summary>
        <div className={styles.commands}>
          <pre>{commands}</pre>
          <CopyButton text={commands} label="Copy commands" />
        </div>
      </details>
    </>
  )
}

/** A branch name as a shell reads it. */
const quoted = (name: string): string => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

function Behind({ rebase }: { readonly rebase: Save<void> }) {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { divergedCommits, targetBranch, sourceBranch } = mergeRequest
  return (
    <div className={styles.row}>
      <span className={styles.aside}>
        <NameText name={sourceBranch} /> is {counted(divergedCommits, 'commit')} behind <NameText name={targetBranch} />
        .
      </span>
      {permissions.canPushToSource && (
        <Button size="s" busy={rebase.isPending} onClick={() => rebase.run()}>
          Rebase
        </Button>
      )}
    </div>
  )
}

interface MergeFormProps {
  /** Whether the head that the page shows is about to be replaced, so that a merge must wait for the new one. */
  readonly isRebasing: boolean
  readonly texts: CommitMessages
}

function MergeForm({ isRebasing, texts }: MergeFormProps) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { iid, headSha, targetBranch, autoMergeUser, canWait, detailedMergeStatus: status } = mergeRequest
  const isReady = status === 'mergeable'
  const merge = useSave<'now' | 'wait', () => void>({
    save: async (_target, when, carried) => {
      const forget = texts.sending()
      await call(
        acceptMergeRequest,
        {
          ...{ id: namespace.id, mergeRequestIid: iid, targetBranch },
          ...(headSha !== null && { sha: headSha }),
          ...(texts.merge.isChanged && { mergeCommitMessage: texts.merge.kept.text }),
          ...(texts.squash.isChanged && { squashCommitMessage: texts.squash.kept.text }),
          ...(when === 'wait' && { autoMerge: true }),
        },
        { carried },
      )
      return forget
    },
    failure: messages.merge,
    onSaved: (forget, when) => {
      forget()
      if (when === 'now') dispatchEvent(new Event('calm'))
    },
  })
  const cancel = useAction(messages.autoMerge, carried =>
    call(cancelAutoMerge, { id: namespace.id, mergeRequestIid: iid }, { carried }),
  )
  const waits = autoMergeUser !== null
  const isBusy = merge.isPending || cancel.isPending || isRebasing
  const failed = waits ? cancel : merge
  const error = waits ? cancel.error : (refusalOf(merge.problem) ?? merge.error)
  return (
    <div className={styles.form}>
      {!waits && <MergeOptions texts={texts} />}
      {(waits || canWait || isReady) && (
        <div className={styles.row}>
          {/* One button for all three, so that it keeps the focus. */}
          <Button
            variant={isReady && !waits ? 'primary' : 'secondary'}
            icon={waits ? <XIcon /> : <GitMergeIcon />}
            busy={isBusy}
            onClick={() => (waits ? cancel.run() : merge.run(canWait ? 'wait' : 'now'))}
          >
            {waits ? 'Cancel auto-merge' : canWait ? 'Merge when all checks pass' : 'Merge'}
          </Button>
          {isReady && canWait && !waits && (
            <Button busy={isBusy} onClick={() => merge.run('now')}>
              Merge now
            </Button>
          )}
        </div>
      )}
      {error && (
        <Banner tone="danger" onDismiss={failed.forgetError}>
          {error}
        </Banner>
      )}
    </div>
  )
}

function MergeOptions({ texts }: { readonly texts: CommitMessages }) {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { removeSourceBranch, squashOption, commitMessages, mergeMethod } = mergeRequest
  const options = useSave({
    save: saveOptions,
    preview: (_now, change: { readonly squash?: boolean; readonly removeSourceBranch?: boolean }) => ({
      // The page's issuable is a merge request.
      issuable: change as object,
    }),
    failure: messages.options,
  })
  const isSquashed = willSquash(mergeRequest)
  return (
    <>
      <div className={styles.options}>
        {permissions.canRemoveSource && (
          <Checkbox
            label="Delete source branch"
            checked={removeSourceBranch}
            onValue={value => options.run({ removeSourceBranch: value })}
          />
        )}
        {squashOption !== 'never' && (
          <Checkbox
            label="Squash commits"
            checked={isSquashed}
            disabled={squashOption === 'always'}
            onValue={value => options.run({ squash: value })}
          />
        )}
      </div>
      {options.error && <Banner tone="danger">{options.error}</Banner>}
      {commitMessages !== null && (mergeMethod !== 'ff' || isSquashed) && !texts.isOpen && (
        <div className={styles.row}>
          <Button size="s" variant="quiet" onClick={texts.open}>
            Edit commit message
          </Button>
        </div>
      )}
    </>
  )
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

type Carried = Parameters<Parameters<typeof write>[1]>[0]

/** A call that changes the merge request, whose answer brings its page as it is then. */
function useAction(failure: string, send: (carried: Carried) => Promise<unknown>) {
  return useSave<void>({ save: (_target, _value, carried) => send(carried), failure })
}
