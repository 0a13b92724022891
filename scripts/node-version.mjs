// Imported before everything else and written in old syntax, so that an old Node reads the sentence, not a stack.
const parts = process.versions.node.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error(`baton: Node ${process.versions.node} is too old, Node 20.19 or newer is needed.`);
  process.exit(1);
}
