import type { Server, Socket } from 'node:net'
import type { Logger } from 'pino'
import { networkOf } from './network.ts'

/** The limits of the sockets that a port has accepted. */
export interface PortLimits {
  /** Open at once. */
  readonly most: number
  /** The number of open sockets of one network, which a whole team may share. */
  readonly mostOfNetwork: number
  /** Sockets silent at the same time: the client has yet to send the beginning of its protocol. */
  readonly mostSilent: number
  /** Time for the client to do so. */
  readonly silentMs: number
  /** Time that a client may wait between two pieces of work. */
  readonly restMs: number
  /** Time that work may take without a byte in either direction when the server stops. */
  readonly drainMs: number
}

interface PortParts {
  readonly name: string
  readonly log: Logger
  /** The answer to a client that is turned away. */
  readonly refusal: string
  /** Whether an address represents many networks: its sockets count for the port alone. */
  readonly isProxy: (address: string) => boolean
  /** Say goodbye in the words of the protocol; by default the socket is destroyed. */
  readonly end?: (socket: Socket) => void
}

/** Sockets that are counted together, each of them in the order of its last word. */
class SocketGroup {
  count = 0
  readonly silent = new Set<HeldSocket>()
  readonly resting = new Set<HeldSocket>()
}

interface HeldSocket {
  readonly socket: Socket
  readonly groups: readonly SocketGroup[]
  hasSpoken: boolean
  /** Pieces of work under way, such as requests. */
  work: number
  /** The time on the clock of `performance.now()`; it does not count during work. */
  untilMs: number
  /** The bytes of both directions that had passed at `movedMs`, when some last did while the server was stopping. */
  bytes: number
  movedMs: number
}

const sweepMs = 1_000
/** Between two lines in the log about a port that is full. */
const logMs = 60_000
/** The time until the first probe of a client that may have left without a message. */
const probeMs = 60_000

/**
 * The sockets of a port from the moment they are accepted: counted, limited for each network, and timed until the client has shown
 * that it speaks the protocol, and again whenever it rests. Where there are too many, one without work makes room: a silent one first,
 * then the one that has rested longest. A new one is turned away only when all others are at work.
 */
export class PortSockets {
  readonly limits: PortLimits
  readonly #parts: PortParts
  readonly #held = new Map<Socket, HeldSocket>()
  readonly #all = new SocketGroup()
  readonly #byNetwork = new Map<string, SocketGroup>()
  #sweeping: NodeJS.Timeout | undefined
  #isDraining = false
  #loggedMs = Number.NEGATIVE_INFINITY

  constructor(limits: PortLimits, parts: PortParts) {
    this.limits = limits
    this.#parts = parts
  }

  get count(): number {
    return this.#all.count
  }

  /** Admit or refuse connections before the server's listeners, which get only the admitted ones. */
  guard(server: Server): void {
    const listeners = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      if (this.#admit(socket)) for (const listener of listeners) listener.call(server, socket)
    })
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs).unref()
    server.once('close', () => clearInterval(this.#sweeping))
  }

  /** The client has sent the beginning of its protocol. @param restMs  the time for the next part */
  hear(socket: Socket, restMs = this.limits.restMs): void {
    const held = this.#held.get(socket)
    if (held === undefined) return
    held.hasSpoken = true
    held.untilMs = performance.now() + restMs
    this.#sort(held)
  }

  /** Work begins for the client, who waits for it. @returns a function that ends it (safe to call twice) */
  begin(socket: Socket): () => void {
    const held = this.#held.get(socket)
    if (held === undefined) return () => undefined
    held.work += 1
    held.hasSpoken = true
    this.#sort(held)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      held.work -= 1
      if (held.work > 0 || !this.#held.has(socket)) return
      if (this.#isDraining) return this.#end(held)
      held.untilMs = performance.now() + this.limits.restMs
      this.#sort(held)
    }
  }

  isAtWork(socket: Socket): boolean {
    return (this.#held.get(socket)?.work ?? 0) > 0
  }

  /** The server stops: close all without work at once, and all others when their work is done or stands still. */
  drain(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    for (const held of [...this.#held.values()]) if (held.work === 0) this.#end(held)
    for (const held of this.#held.values()) held.movedMs = performance.now()
    const watching = setInterval(
      () => {
        for (const held of [...this.#held.values()]) if (this.#standsStill(held)) held.socket.destroy()
        if (this.#held.size === 0) clearInterval(watching)
      },
      Math.min(sweepMs, this.limits.drainMs),
    )
    watching.unref()
  }

  /** Whether the time for work is over: a download that goes on is not cut, one that its client no longer reads is. */
  #standsStill(held: HeldSocket): boolean {
    const { bytesRead, bytesWritten } = held.socket
    const bytes = bytesRead + bytesWritten
    if (bytes !== held.bytes) {
      held.bytes = bytes
      held.movedMs = performance.now()
    }
    return performance.now() - held.movedMs >= this.limits.drainMs
  }

  #admit(socket: Socket): boolean {
    socket.on('error', ignore)
    // Node remembers an address that was read once, so a later reader gets it even after the client has left.
    const address = socket.remoteAddress
    if (address === undefined || this.#isDraining) {
      socket.destroy()
      return false
    }
    const network = this.#parts.isProxy(address) ? null : networkOf(address)
    const own = network === null ? null : (this.#byNetwork.get(network) ?? new SocketGroup())
    const { most, mostOfNetwork, mostSilent } = this.limits
    const hasRoom =
      (own === null || this.#makeRoom(own, mostOfNetwork, Math.ceil(mostSilent / 4))) &&
      this.#makeRoom(this.#all, most, mostSilent)
    if (!hasRoom) {
      this.#logFull(address, 'refusing connections: all that are open are in use')
      socket.end(this.#parts.refusal, () => socket.destroy())
      return false
    }
    const groups = own === null ? [this.#all] : [this.#all, own]
    const untilMs = performance.now() + this.limits.silentMs
    const held: HeldSocket = { socket, groups, hasSpoken: false, work: 0, untilMs, bytes: 0, movedMs: 0 }
    if (network !== null && own !== null) this.#byNetwork.set(network, own)
    for (const group of groups) group.count += 1
    this.#held.set(socket, held)
    this.#sort(held)
    socket.once('close', () => {
      this.#forget(held)
      if (network !== null && own?.count === 0 && this.#byNetwork.get(network) === own) this.#byNetwork.delete(network)
    })
    socket.setKeepAlive(true, probeMs)
    return true
  }

  #makeRoom(group: SocketGroup, most: number, mostSilent: number): boolean {
    const isFull = group.count >= most
    if (!isFull && group.silent.size < mostSilent) return true
    const victim = first(group.silent) ?? (isFull ? first(group.resting) : undefined)
    if (victim === undefined) return !isFull
    this.#logFull(victim.socket.remoteAddress, 'closing connections that nobody uses: too many are open')
    this.#forget(victim)
    victim.socket.resetAndDestroy()
    return true
  }

  /** Move a socket to the end of the order to which it belongs. */
  #sort(held: HeldSocket): void {
    if (!this.#held.has(held.socket)) return
    for (const { silent, resting } of held.groups) {
      silent.delete(held)
      resting.delete(held)
      if (held.work === 0) (held.hasSpoken ? resting : silent).add(held)
    }
  }

  #forget(held: HeldSocket): void {
    if (!this.#held.delete(held.socket)) return
    for (const group of held.groups) {
      group.count -= 1
      group.silent.delete(held)
      group.resting.delete(held)
    }
  }

  #end(held: HeldSocket): void {
    // Once: a goodbye may take its time.
    held.untilMs = Number.POSITIVE_INFINITY
    if (this.#parts.end === undefined) held.socket.destroySoon()
    else this.#parts.end(held.socket)
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const waiting of [this.#all.silent, this.#all.resting])
      for (const held of waiting) if (held.untilMs <= nowMs) this.#end(held)
  }

  #logFull(address: string | undefined, sentence: string): void {
    if (performance.now() - this.#loggedMs < logMs) return
    this.#loggedMs = performance.now()
    this.#parts.log.warn({ port: this.#parts.name, open: this.count, address }, sentence)
  }
}

const ignore = () => undefined
const first = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value
