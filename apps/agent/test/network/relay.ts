/**
 * Carries connections to an address of a namespace on to a socket file, so that a server outside is reached from inside, and says
 * in the first request of each where it came from.
 */
import { connect, createServer } from 'node:net'

const [host = '', port = '', path = ''] = process.argv.slice(2)
createServer((near) => {
  const far = connect(path)
  near.once('data', (first) => {
    const request = first.toString('latin1')
    far.write(request.replace('\r\n', `\r\nx-forwarded-for: ${near.remoteAddress}\r\n`), 'latin1')
    near.pipe(far).pipe(near)
  })
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
}).listen(Number(port), host, () => process.stdout.write('listening\n'))
