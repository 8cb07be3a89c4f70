import { AlertFillIcon, CheckIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CallError } from '#web/api/client.ts'
import { codeRefs, createMergeRequestForIssue, createPageBranch } from '#web/api/operations.gen.ts'
import { reading, useOperation } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import styles from './CreateFromIssue.module.css'
import { messages } from './messages.ts'
import { PrivateForkField, type PrivateProject } from './PrivateForkField.tsx'
import { type Availability, isValid, useRefLookup } from './use-ref-lookup.ts'

interface CreateFormProps {
  /** A name for the branch that is free. */
  readonly suggestedName: string
}

/** @source BRANCH-001 to BRANCH-026 */
export function CreateForm({ suggestedName }: CreateFormProps) {
  const { namespace, issue } = useIssuePage()
  const [fork, setFork] = useState<PrivateProject | null>(null)
  const [name, setName] = useState(suggestedName)
  const place = fork?.fullPath ?? namespace.fullPath
  // The server has just found the suggested name free.
  const branch = useBranchName(place, name, fork === null ? suggestedName : null)
  const source = useSource(place)
  const [isDismissed, setDismissed] = useState(false)
  // The browser leaves the page: the buttons stay as they are until then.
  const leave = {
    onSuccess: (made: string | { readonly url: string }) => typeof made === 'object' && location.assign(made.url),
  }
  const mergeRequest = useOperation(createMergeRequestForIssue, leave)
  const onlyBranch = useOperation(createPageBranch, leave)
  const isBusy = [mergeRequest, onlyBranch].some(each => each.isPending || each.isSuccess)
  const failure = mergeRequest.isError
    ? sentenceOf(mergeRequest.error, messages.createMergeRequest)
    : onlyBranch.isError
      ? sentenceOf(onlyBranch.error, messages.createBranch)
      : null
  const lacksFork = issue.confidential && fork === null
  const canCreate = !lacksFork && isValid(branch) && isValid(source.availability) && !isBusy

  const begin = () => {
    setDismissed(false)
    mergeRequest.reset()
    onlyBranch.reset()
  }
  const ref = source.value === '' ? {} : { ref: source.value }
  function createBoth() {
    if (!canCreate) return
    begin()
    mergeRequest.mutate({
      ...{ namespace: namespace.fullPath, iid: issue.iid, ...ref },
      ...(name === '' ? {} : { branchName: name }),
      ...(fork === null ? {} : { targetProjectId: fork.id }),
    })
  }
  function createOne() {
    if (!canCreate) return
    begin()
    onlyBranch.mutate({
      ...{ namespace: namespace.fullPath, issueIid: issue.iid, branchName: name || suggestedName, ...ref },
      ...(fork === null ? {} : { confidentialIssueProjectId: fork.id }),
    })
  }

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        createBoth()
      }}
    >
      {issue.confidential && <PrivateForkField value={fork} onValue={setFork} />}
      <Told of="branch" availability={branch}>
        {describedBy => (
          <FormField label="Branch name">
            <TextInput
              code
              value={name}
              onValue={setName}
              placeholder={suggestedName}
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              invalid={branch === 'unavailable'}
              aria-describedby={describedBy}
              data-autofocus
            />
          </FormField>
        )}
      </Told>
      <Told of="source" availability={source.availability}>
        {describedBy => (
          <FormField label="Source (branch or tag)">
            <TextInput
              {...source.props}
              code
              placeholder={source.fallback}
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              invalid={source.availability === 'unavailable'}
              aria-describedby={describedBy}
            />
          </FormField>
        )}
      </Told>
      {failure !== null && !isDismissed && (
        <Banner tone="danger" onDismiss={() => setDismissed(true)}>
          {failure}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!canCreate} busy={mergeRequest.isPending}>
          Create merge request
        </Button>
        <Button disabled={!canCreate} busy={onlyBranch.isPending} onClick={createOne}>
          Create branch
        </Button>
      </div>
    </form>
  )
}

/** The server says why it refused. */
const sentenceOf = (error: CallError, otherwise: string): string =>
  error.status === 422 && typeof error.body === 'string' ? error.body : otherwise

/** @source BRANCH-008 to BRANCH-010 */
function useBranchName(namespace: string, name: string, free: string | null): Availability {
  const lookup = useRefLookup(namespace, name === free ? '' : name)
  if (name === '') return 'empty'
  if (name === free) return 'available'
  if (lookup.isChecking) return 'checking'
  if (lookup.hasFailed) return 'failed'
  return lookup.branches.includes(name) ? 'unavailable' : 'available'
}

/**
 * The box of the source: it completes what is typed to the first branch or tag that begins so, with the rest selected.
 *
 * @source BRANCH-011 to BRANCH-016
 */
function useSource(namespace: string) {
  const { data: refs } = useQuery(reading(codeRefs, { namespace }))
  const fallback = refs?.defaultBranch ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [completed, setCompleted] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isInserting = useRef(false)
  const text = typed ?? fallback
  const lookup = useRefLookup(namespace, typed === null ? '' : text)
  const names = [...lookup.branches, ...lookup.tags]
  const value = completed ?? text
  const match = lookup.asked === text && !names.includes(text) ? names.find(name => name.startsWith(text)) : undefined

  // The selection is the browser's.
  useEffect(() => {
    const box = input.current
    if (match === undefined || box === null || !isInserting.current || document.activeElement !== box) return
    isInserting.current = false
    setCompleted(match)
    box.value = match
    box.setSelectionRange(text.length, match.length)
  }, [match, text])

  const availability: Availability =
    value === ''
      ? 'empty'
      : typed === null || names.includes(value)
        ? 'available'
        : lookup.isChecking
          ? 'checking'
          : lookup.hasFailed
            ? 'failed'
            : 'unavailable'

  return {
    value,
    availability,
    fallback,
    props: {
      ref: input,
      value,
      onBeforeInput: () => {
        isInserting.current = true
      },
      onValue: (next: string) => {
        // A deleted completion is not inserted again.
        if (next.length <= value.length && value.startsWith(next)) isInserting.current = false
        setCompleted(null)
        setTyped(next)
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const box = event.currentTarget
        const isSelected = completed !== null && box.selectionStart !== box.selectionEnd
        if (event.key !== 'Tab' || event.shiftKey || !isSelected) return
        event.preventDefault()
        box.setSelectionRange(box.value.length, box.value.length)
      },
    },
  }
}

interface ToldProps {
  readonly of: 'branch' | 'source'
  readonly availability: Availability
  readonly children: (describedBy: string) => React.ReactNode
}

/** A field, with what is known of its value below. */
function Told({ of, availability, children }: ToldProps) {
  const id = useId()
  return (
    <>
      {children(id)}
      <div id={id} aria-live="polite" data-state={availability} className={styles.told}>
        {availability === 'available' && <CheckIcon size={12} />}
        {(availability === 'unavailable' || availability === 'failed') && <AlertFillIcon size={12} />}
        {availability === 'empty' ? null : availability === 'failed' ? messages.ref : messages[of][availability]}
      </div>
    </>
  )
}
