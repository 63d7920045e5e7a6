/**
 * Passes encrypted connections to an address of a namespace on to a socket file, as a proxy in front of a server would, so that a server
 * outside is reached from inside. Adds the client's address to the first request of each connection.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer } from 'node:tls'

const [host = '', port = '', path = '', key = '', cert = ''] = process.argv.slice(2)
createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (near) => {
  const far = connect(path)
  near.once('data', (first) => {
    const request = first.toString('latin1')
    far.write(request.replace('\r\n', `\r\nx-forwarded-for: ${near.remoteAddress}\r\n`), 'latin1')
    near.pipe(far).pipe(near)
  })
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
})
  .on('tlsClientError', () => {})
  .listen(Number(port), host, () => process.stdout.write('listening\n'))
