/** The part of the package that the door uses; it brings no types of its own. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex, Writable } from 'node:stream'

  export interface ParsedKey {
    verify(data: Buffer, signature: Buffer, hash?: string): boolean | Error
  }

  export interface AuthContext {
    readonly method: string
    readonly username: string
    /** Present for the method `publickey`. */
    readonly key?: { readonly algo: string; readonly data: Buffer }
    readonly signature?: Buffer
    readonly blob?: Buffer
    readonly hashAlgo?: string
    accept(): void
    reject(methods?: readonly string[]): void
  }

  export interface ServerChannel extends Duplex {
    readonly stderr: Writable
    exit(code: number): void
  }

  export interface Session extends EventEmitter {}

  export interface Connection extends EventEmitter {
    end(): void
  }

  interface ServerOptions {
    readonly hostKeys: readonly string[]
    readonly ident?: string
    readonly keepaliveInterval?: number
    readonly keepaliveCountMax?: number
    readonly algorithms?: { readonly compress?: readonly string[] }
  }

  interface Ssh2 {
    readonly Server: new (
      options: ServerOptions,
      onConnection: (connection: Connection) => void,
    ) => { injectSocket(socket: Duplex): void }
    readonly utils: {
      parseKey(text: string | Buffer): ParsedKey | Error
      generateKeyPairSync(type: 'ed25519', options?: { readonly comment?: string }): { readonly private: string }
    }
  }

  const ssh2: Ssh2

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default ssh2
}
