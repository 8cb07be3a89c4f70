import { planTitles } from '#contract/plan/page-titles.ts'
import { serviceDeskLimits as limits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { requestFormPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import { CallError, call } from '#web/api/client.ts'
import { createRequestPuzzle, createServiceDeskRequest, getRequestForm } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { useCall } from '#web/api/use-call.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { FileChoice } from './FileChoice.tsx'
import { useChosenFiles } from './files.ts'
import type { PuzzleWish } from './solve-worker.ts'
import { useTyped } from './typed.ts'

/** The public form for requests, for people without an account. */
export function RequestFormPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getRequestForm, { namespace }, { topics: () => [] })
  return data === undefined ? (
    <PlaceListSkeleton title={planTitles.newRequest} />
  ) : (
    <Shown key={namespace} namespace={namespace} projectName={data.projectName} />
  )
}

const blank = "can't be blank"
const empty = { name: '', email: '', title: '', description: '' }

interface FilledForm {
  readonly values: typeof empty
  readonly files: readonly File[]
}

function Shown({ namespace, projectName }: { readonly namespace: string; readonly projectName: string }) {
  const goTo = useGoTo()
  const { values, set, sent } = useTyped(requestFormPath(namespace), empty)
  const chosen = useChosenFiles()
  usePlace({
    title: planTitles.newRequest,
    namespace: null,
    active: null,
    crumbs: [{ label: `Contact ${projectName}`, href: requestFormPath(namespace) }],
  })
  const send = useCall((form: FilledForm) => sendRequest(namespace, form), {
    refreshes: [],
    onSuccess: ({ path }, form) => {
      sent(form.values)
      goTo(path)
    },
  })
  return (
    <Page width="narrow">
      <meta name="robots" content="noindex" />
      <PageHeader
        title={`Contact ${projectName}`}
        detail="You get replies by email, and can follow your request on a page of its own. You need no account."
      />
      <Card title="Your request">
        <Form
          problem={formProblem(send.error, ['email', 'title', 'description'])}
          onSubmit={() => {
            if (!send.isPending) send.mutate({ values, files: chosen.files })
          }}
        >
          <FormField label="Email" required refusal={fieldProblem(send.error, 'email', 'Email')}>
            <TextInput
              type="email"
              autoComplete="email"
              maxLength={limits.address}
              value={values.email}
              onValue={email => set({ email })}
            />
          </FormField>
          <FormField label="Name" optional>
            <TextInput autoComplete="name" maxLength={255} value={values.name} onValue={name => set({ name })} />
          </FormField>
          <FormField label="Subject" required refusal={fieldProblem(send.error, 'title', 'Subject')}>
            <TextInput maxLength={limits.title} value={values.title} onValue={title => set({ title })} />
          </FormField>
          <FormField label="Message" required refusal={fieldProblem(send.error, 'description', 'Message')}>
            <TextArea
              rows={8}
              maxLength={limits.description}
              value={values.description}
              onValue={description => set({ description })}
              onPaste={chosen.paste}
            />
          </FormField>
          <FileChoice chosen={chosen} />
          <FormActions submit="Send request" busy={send.isPending} />
        </Form>
      </Card>
    </Page>
  )
}

async function sendRequest(namespace: string, { values: { name, ...rest }, files }: FilledForm) {
  // The puzzle takes seconds: what is missing is said at once.
  const missing = Object.entries(rest).flatMap(([field, text]) => (text.trim() === '' ? [[field, [blank]]] : []))
  if (missing.length > 0) throw new CallError(400, blank, { message: Object.fromEntries(missing) })
  const { puzzle, zeroBits } = await call(createRequestPuzzle, { namespace })
  const answer = await solve({ puzzle, zeroBits })
  return call(createServiceDeskRequest, {
    namespace,
    ...rest,
    ...(name.trim() !== '' && { name }),
    puzzle,
    answer,
    ...(files.length > 0 && { files: files.map(uploadOf) }),
  })
}

function solve(wish: PuzzleWish): Promise<number> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module', name: 'puzzle' })
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.onerror = () => reject(new Error('Your browser could not be checked. Reload the page.'))
    worker.postMessage(wish)
  }).finally(() => worker.terminate())
}
