/// Where a part of a JSON text stands, from the part around it.
indirect enum JSONPlace {
  case named(String)
  case member(String, of: JSONPlace)
  case element(Int, of: JSONPlace)

  var text: String {
    switch self {
    case .named(let path): return path
    case .element(let index, let list): return "\(list.text)[\(index)]"
    case .member(let name, let object):
      let path = object.text
      return path.isEmpty ? name : "\(path).\(name)"
    }
  }
}
