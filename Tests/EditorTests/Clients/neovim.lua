-- Runs in a headless Neovim that the lines of the documentation have set up: writes what the server and the settings
-- do to the file that BASCULE_RESULT names.
local folder = vim.env.BASCULE_FOLDER
local result = {}

-- Waits for a condition. Only a server that hangs reaches the limit, which is shorter than the limit of the test.
local function wait(condition)
  if vim.wait(300000, condition, 20) then return end
  local messages = vim.fn.execute("messages")
  error("waited in vain, with " .. #vim.lsp.get_clients() .. " servers and the messages" .. messages, 2)
end

-- Formatting gives up after a second unless it is told otherwise.
local format = vim.lsp.buf.format
vim.lsp.buf.format = function() format({ timeout_ms = 300000 }) end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end

local function request(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 300000))
  return select(2, next(answers)).result
end

local ok, problem = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/store.bascule"))
  table.insert(result, "filetype " .. vim.bo.filetype)
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(result, "diagnostic " .. diagnostic.lnum .. " " .. diagnostic.message)
  end

  -- On `Product` of the rule.
  vim.fn.search("present Product", "e")
  local hover = request("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
  table.insert(result, "hover " .. hover.contents.value)

  vim.lsp.buf.rename("Ware")
  wait(function() return text():find("present Ware") ~= nil end)
  -- The quick fix corrects the misspelled name.
  vim.fn.search("Shopp")
  local action = vim.lsp.util.make_range_params(0, "utf-16")
  action.context = { diagnostics = {} }
  for _, one in ipairs(request("textDocument/codeAction", action)) do
    if one.title == "Write `Shop`" then vim.lsp.util.apply_workspace_edit(one.edit, "utf-16") end
  end
  wait(function() return #vim.diagnostic.get(0) == 0 end)
  -- Writing formats.
  vim.cmd("write")
  table.insert(result, "text " .. text())

  -- Traces: by the lens above the test, by the action on it, and by the command of the documentation.
  local window = vim.api.nvim_get_current_win()
  local capabilities = vim.lsp.get_clients()[1].capabilities
  local takesTexts = capabilities.workspace.textDocumentContent ~= nil
  local traces = 0
  local shown
  local function trace(start)
    traces = traces + 1
    local name = takesTexts and "^bascule://pages/trace$" or "/trace%-" .. traces .. "%.txt$"
    if takesTexts and shown then vim.cmd("bwipeout! " .. shown) end
    shown = nil
    start()
    wait(function()
      for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_get_name(buffer):find(name) then shown = buffer end
      end
      return shown and #vim.fn.getbufline(shown, 1, "$") > 1
    end)
    table.insert(result, "trace " .. table.concat(vim.fn.getbufline(shown, 1, "$"), "\n"))
    vim.api.nvim_set_current_win(window)
  end
  vim.lsp.codelens.refresh()
  vim.fn.search('"https://a.example/shop/7"')
  local line = vim.fn.line(".") - 1
  wait(function()
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.range.start.line == line and lens.command then return lens.command.title == "passes" end
    end
  end)
  trace(vim.lsp.codelens.run)
  local function isTrace(one) return one.title == "Trace the request of this test" end
  trace(function() vim.lsp.buf.code_action({ apply = true, filter = isTrace }) end)
  trace(function() vim.cmd("BasculeTrace https://a.example/other") end)
  vim.lsp.inlay_hint.enable()
  local marks
  wait(function()
    marks = {}
    for _, hint in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do
      local label = hint.inlay_hint.label
      if label == "✓" or vim.startswith(label, "✗") then table.insert(marks, label) end
    end
    return #marks == 3
  end)
  table.insert(result, "marks " .. table.concat(marks, ", "))

  -- The document follows the edits; a file does when Neovim reads it again.
  local function follows(pattern)
    wait(function()
      vim.cmd("checktime")
      return table.concat(vim.fn.getbufline(shown, 1, "$"), "\n"):find(pattern) ~= nil
    end)
    table.insert(result, "follows " .. pattern)
  end
  follows("decided at store.bascule:7:3")
  vim.fn.search("otherwise")
  vim.cmd("normal! O// A comment.")
  follows("decided at store.bascule:8:3")
  vim.cmd("normal! ccwhen")
  follows("^This trace is of an earlier state of the rules: `Default` cannot be evaluated")
  vim.cmd("normal! dd")
  follows("decided at store.bascule:7:3")
  vim.cmd("only")

  -- Enter indents.
  vim.fn.search("otherwise")
  vim.cmd('normal! Owhen path == "/a"\rpresent Ware(id: path[1])\rcancel\rwhen path == "/b"\r&& path == "/c"')
  vim.cmd("normal! ocancel\rwhen host in [\r\"a\"\r] cancel")
  table.insert(result, "typed " .. text())
  vim.cmd("edit!")

  local parser = vim.treesitter.get_parser(0)
  local tree = parser:parse()[1]
  table.insert(result, "errors " .. tostring(tree:root():has_error()))
  local active = vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()]
  table.insert(result, "colours " .. tostring(active ~= nil))
  local query = vim.treesitter.query.get("bascule", "injections")
  for _, node in query:iter_captures(tree:root(), 0) do
    table.insert(result, "script " .. vim.trim(vim.treesitter.get_node_text(node, 0)))
  end

  -- A server that is killed leaves no files once the next one runs.
  local function leftovers()
    return #vim.fn.glob(vim.env.XDG_CACHE_HOME .. "/bascule/texts-*", true, true)
  end
  local left = leftovers()
  for _, process in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
    if vim.api.nvim_get_proc(process).name == "bascule" then vim.uv.kill(process, "sigkill") end
  end
  wait(function() return #vim.lsp.get_clients() == 0 end)
  table.insert(result, "killed " .. left .. " " .. leftovers())
  vim.cmd("edit!")
  wait(function() return #vim.lsp.get_clients() == 1 and vim.lsp.get_clients()[1].initialized end)
  table.insert(result, "again " .. leftovers())

  for _, client in ipairs(vim.lsp.get_clients()) do client:stop() end
  wait(function() return #vim.lsp.get_clients() == 0 end)
  table.insert(result, "stopped")
end)
if not ok then table.insert(result, "error " .. tostring(problem)) end

local file = assert(io.open(vim.env.BASCULE_RESULT, "w"))
file:write(table.concat(result, "\n"))
file:close()
vim.cmd("qall!")
