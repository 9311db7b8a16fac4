// A bucket in a process of its own, which takes as many milliseconds over each answer as its argument says. Started with
// fork(); answers with the variables that an operator would set.
import { S3Server } from '../../../test/support/s3-server.js'

const server = await S3Server.start()
server.delayMs = Number(process.argv[2])
process.send!(server.environment())
