declare module 'autocannon' {
  interface Instance extends Promise<{ non2xx: number; errors: number; duration: number; requests: { total: number } }> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: { method: 'GET'; path: string; headers?: Record<string, string> }[]
  }): Instance
}
