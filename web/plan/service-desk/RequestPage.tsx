import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/operation.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { serviceDeskLimits as limits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { requestPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import { call } from '#web/api/client.ts'
import { answerServiceDeskRequest, getServiceDeskRequest, setServiceDeskRequestState } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { reading, useOperation } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { useCall } from '#web/api/use-call.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { FileChoice } from './FileChoice.tsx'
import { useChosenFiles } from './files.ts'
import styles from './RequestPage.module.css'
import { useTyped } from './typed.ts'

type RequestData = ReplyOf<typeof import('#contract/plan/service-desk/request-pages.ts').getServiceDeskRequest>

/** Visitors have no live topics. Where nothing is new, the answer is empty: the browser asks with the tag of the last one. */
const readAgainMs = 15_000

/** The page on which a person without an account follows a request. */
export function RequestPage() {
  const { token = '' } = usePageParams()
  const { data } = useQuery({
    ...reading(getServiceDeskRequest, { token }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgainMs,
    refetchOnWindowFocus: true,
  })
  return data === undefined ? (
    <PlaceListSkeleton title={planTitles.request} />
  ) : (
    <Shown key={token} token={token} page={data} />
  )
}

function Shown({ token, page }: { readonly token: string; readonly page: RequestData }) {
  const { projectName, reference, title, state, createdAt, descriptionHtml, comments } = page
  usePlace({
    title: planTitles.request,
    namespace: null,
    active: null,
    crumbs: [{ label: `${projectName} ${reference}`, href: requestPath(token) }],
  })
  const set = useOperation(setServiceDeskRequestState, {
    refreshes: [getServiceDeskRequest],
    onSuccess: (_, sent) => showToast(sent.state === 'closed' ? 'Request closed' : 'Request reopened'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const next = state === 'opened' ? 'closed' : 'opened'
  return (
    <Page width="narrow">
      <meta name="robots" content="noindex" />
      <PageHeader
        title={title}
        actions={
          <Button busy={set.isPending} onClick={() => set.mutate({ token, state: next })}>
            {next === 'closed' ? 'Close request' : 'Reopen request'}
          </Button>
        }
      />
      <p className={styles.facts}>
        <StateBadge state={state} /> {projectName} {reference}, sent <RelativeTime at={createdAt} />
      </p>
      <section className={styles.comment} aria-label="Request">
        <Prose html={descriptionHtml} />
      </section>
      <ol className={styles.comments} aria-label="Comments">
        {comments.map(({ id, author, isOwn, html, createdAt: at }) => (
          <li key={id} className={styles.comment} data-own={isOwn || undefined}>
            <p className={styles.byline}>
              <strong>{author}</strong> <RelativeTime at={at} />
            </p>
            <Prose html={html} />
          </li>
        ))}
      </ol>
      <Reply token={token} />
    </Page>
  )
}

function Reply({ token }: { readonly token: string }) {
  const typed = useTyped(requestPath(token), { body: '' })
  const chosen = useChosenFiles()
  const send = useCall(
    ({ body, files }: { readonly body: string; readonly files: readonly File[] }) =>
      call(answerServiceDeskRequest, { token, body, ...(files.length > 0 && { files: files.map(uploadOf) }) }),
    {
      refreshes: [getServiceDeskRequest],
      onSuccess: (_, { body, files }) => {
        typed.sent({ body })
        chosen.sent(files)
      },
    },
  )
  return (
    <Form
      label="Reply"
      problem={formProblem(send.error, ['body'])}
      onSubmit={() => {
        if (!send.isPending) send.mutate({ body: typed.values.body, files: chosen.files })
      }}
    >
      <FormField label="Reply" refusal={fieldProblem(send.error, 'body', 'Reply')}>
        <TextArea
          rows={4}
          maxLength={limits.description}
          value={typed.values.body}
          onValue={body => typed.set({ body })}
          onPaste={chosen.paste}
        />
      </FormField>
      <FileChoice chosen={chosen} />
      <FormActions submit="Send reply" busy={send.isPending} />
    </Form>
  )
}
