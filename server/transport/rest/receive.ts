import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { fieldsTooLarge, fileTooLarge, tooManyFiles, uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import { Malformed, TooLarge, Unauthenticated } from '#server/errors.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { nestParameters, refuseBrokenQuery } from '#server/platform/text/parameters.ts'
import { type AuthenticationParts, authenticate } from '#server/transport/session/authenticate.ts'
import { disposeBody } from './body.ts'

/** All parameters of a request, by wire names: query, body and path in one, the path winning. */
export interface Received {
  readonly parameters: Record<string, unknown>
  /** Remove the files that the request left on the disk. */
  dispose(): Promise<void>
}

const kept = { dispose: async () => {} }

/**
 * Call before a file or a long body is read: requires an authenticated caller, by the headers, the URL or the preceding fields, so
 * that anonymous callers cannot make the server store much.
 *
 * @throws Unauthenticated  not authenticated · @throws Refusal  invalid token
 */
export async function refuseStranger(
  parts: AuthenticationParts,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { actor } = await authenticate(parts, request, parameters)
  if (actor.kind === 'anonymous') throw new Unauthenticated()
}

/** Bytes of all fields beside the files: of anyone, of signed-in callers, and of visitors, whose longest text fits. */
const fieldBytes = { ofAnyone: 384 * 1024, ofCallers: 4 * 1024 * 1024, ofVisitors: 512 * 1024 } as const

/** The files that an operation receives, if they are not those of signed-in callers. */
export interface FileAdmission {
  readonly max: number
  readonly mebibytes: number
  /** Called before the first file with the path and the preceding fields. */
  readonly admit: (fields: Readonly<Record<string, unknown>>) => Promise<void>
}

interface ReceiveLimits {
  readonly admission?: FileAdmission | undefined
  /** Bytes of the body of this operation, if they are not the usual ones. */
  readonly limitBytes?: number | undefined
  /** The name of the input that is the whole body. */
  readonly bodyFile?: string | undefined
}

const mebibyte = 1024 * 1024

/** Refuse a body by the length that its head tells, before any of it is stored. @throws TooLarge */
function refuseLong({ headers, raw }: FastifyRequest, limitBytes: number | undefined): void {
  if (limitBytes === undefined || Number(headers['content-length'] ?? 0) <= limitBytes) return
  // Discard it, so that the client gets to read the response.
  raw.resume()
  throw new TooLarge()
}

/**
 * @throws Malformed  a body that is no object · @throws TooLarge  a file over the limit
 * @throws Unauthenticated  a file of an anonymous requester, without an admission
 */
export async function receive(
  parts: AuthenticationParts,
  request: FastifyRequest,
  pathNames: Readonly<Record<string, string>>,
  { admission, limitBytes, bodyFile }: ReceiveLimits = {},
): Promise<Received> {
  const { body } = request
  if (bodyFile !== undefined && body instanceof TemporaryFile) {
    const dispose = () => disposeBody(body)
    try {
      const query = request.query as Record<string, unknown>
      refuseBrokenQuery(query)
      return { parameters: { ...query, [bodyFile]: body, ...pathParameters(request, pathNames) }, dispose }
    } catch (error) {
      await dispose()
      throw error
    }
  }
  const query = request.query as Record<string, unknown>
  refuseBrokenQuery(query)
  const path = pathParameters(request, pathNames)
  if (request.isMultipart()) {
    refuseLong(request, limitBytes)
    const multipart = await receiveParts(request, {
      mebibytes:
        admission?.mebibytes ??
        Math.min(uploadLimitMebibytes, Math.ceil((limitBytes ?? Number.POSITIVE_INFINITY) / mebibyte)),
      max: admission?.max,
      maxFieldBytes: admission === undefined ? fieldBytes.ofCallers : fieldBytes.ofVisitors,
      admitLong: async fields => {
        if (admission === undefined) await refuseStranger(parts, request, { ...query, ...fields })
      },
      admit: fields =>
        admission?.admit({ ...query, ...fields, ...path }) ?? refuseStranger(parts, request, { ...query, ...fields }),
    })
    return { parameters: { ...query, ...multipart.parameters, ...path }, dispose: multipart.dispose }
  }
  if (body === undefined || body === null || body === '') return { parameters: { ...query, ...path }, ...kept }
  if (typeof body !== 'object' || Array.isArray(body)) throw new Malformed('the body is not an object')
  return { parameters: { ...query, ...(body as Record<string, unknown>), ...path }, ...kept }
}

const pathParameters = (request: FastifyRequest, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, value]) => [names[name] ?? name, value]),
  )

/** The path, with the body and the `Authorization` header as they came, for operations that read both themselves. */
export function receiveUnread(request: FastifyRequest, pathNames: Readonly<Record<string, string>>): Received {
  // Undefined is a missing parameter; the use case reports the fault of an empty body.
  const { body = null } = request
  return {
    parameters: { ...pathParameters(request, pathNames), payload: body, authorization: request.headers.authorization },
    ...kept,
  }
}

async function receiveParts(
  request: FastifyRequest,
  {
    mebibytes,
    max,
    maxFieldBytes,
    admit,
    admitLong,
  }: Omit<FileAdmission, 'max'> & {
    readonly max: number | undefined
    readonly maxFieldBytes: number
    /** Called before fields are kept that are long together; throws to refuse them. */
    readonly admitLong: FileAdmission['admit']
  },
): Promise<Received> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-upload-'))
  const dispose = () => rm(folder, { recursive: true, force: true })
  const files: Record<string, TemporaryFile | TemporaryFile[]> = {}
  let count = 0
  const fields: (readonly [name: string, value: string])[] = []
  let bytes = 0
  try {
    const limits = { fileSize: mebibytes * 1024 * 1024, ...(max !== undefined && { files: max }) }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        const value = String(part.value)
        const before = bytes
        bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value)
        if (bytes > maxFieldBytes || part.valueTruncated) throw new TooLarge(fieldsTooLarge(maxFieldBytes))
        if (before <= fieldBytes.ofAnyone && bytes > fieldBytes.ofAnyone) await admitLong(nestParameters(fields))
        fields.push([part.fieldname, value])
        continue
      }
      if (count === 0) await admit(nestParameters(fields))
      const path = join(folder, String(count))
      count += 1
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated) throw new TooLarge(fileTooLarge(mebibytes))
      const file = new TemporaryFile(basename(part.filename || 'file'), part.mimetype, path, part.file.bytesRead)
      // `files[]` is a list, as with other parameters.
      const list = /^(.+)\[\]$/.exec(part.fieldname)?.[1]
      if (list === undefined) files[part.fieldname] = file
      else files[list] = [...[files[list] ?? []].flat(), file]
    }
    return { parameters: { ...nestParameters(fields), ...files }, dispose }
  } catch (error) {
    await dispose()
    // Discard the rest, so that the client gets to read the response.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT' && max !== undefined)
      throw new TooLarge(tooManyFiles(max), { cause: error })
    // The parser names the fault of the parts only in its text.
    if (error instanceof Error && !('statusCode' in error) && /multipart/i.test(error.message))
      throw new Malformed('the parts of the body could not be parsed', { cause: error })
    throw error
  }
}
