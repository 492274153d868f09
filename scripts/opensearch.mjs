// npm run server [-- PORT…]: starts an OpenSearch node on loopback, or a cluster of one node a port, until Ctrl+C. For trials: what
// is stored is deleted at the end, and there is neither TLS nor an account.
import { once } from 'node:events';
import { startCluster, whyNoNode } from './opensearch/nodes.mjs';

const ports = process.argv.slice(2).map(Number);
const reason = whyNoNode();
if (reason !== undefined) {
  console.error(`No OpenSearch node can be started: ${reason}.`);
  process.exit(1);
}
const nodes = await startCluster(ports.length > 0 ? ports : [9200]);
for (const { url } of nodes) console.log(`OpenSearch answers at ${url}`);
await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
await Promise.all(nodes.map((node) => node.stop()));
